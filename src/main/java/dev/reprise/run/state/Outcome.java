package dev.reprise.run.state;

import dev.reprise.agent.message.Failure;

/** How a run ended. */
public sealed interface Outcome {

  /** The run ended with its answer: the output of its last phase that was not skipped. */
  record Completed(String output) implements Outcome {}

  /** The run ended without an answer. */
  record Failed(Failure failure) implements Outcome {}

  /** The run was cancelled. */
  record Cancelled(String by, String reason) implements Outcome {}

  /** The run was given up after too many attempts without progress. */
  record DeadLettered(Failure failure) implements Outcome {}
}
