package dev.reprise.run.state;

import dev.reprise.agent.message.Failure;

/** How a run ended. */
public sealed interface Outcome {

  /** With its answer: the output of its last phase that was not skipped. */
  record Completed(String output) implements Outcome {}

  /** Without one. */
  record Failed(Failure failure) implements Outcome {}

  /** By someone's wish. */
  record Cancelled(String by, String reason) implements Outcome {}

  /** Given up after too many attempts without progress. */
  record DeadLettered(Failure failure) implements Outcome {}
}
