package dev.reprise.api.batch;

import dev.reprise.agent.message.Failure;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RunEvent;
import java.util.Optional;

/** What the last event of a run says of its end. */
record RunEnd(Optional<String> output, Optional<Failure> failure) {

  /** Nothing, because the run does not exist any more, or has no end. */
  static final RunEnd NONE = new RunEnd(Optional.empty(), Optional.empty());

  static RunEnd of(RunEvent last) {
    return switch (last) {
      case LifecycleEvent.Completed(String output) ->
          new RunEnd(Optional.of(output), Optional.empty());
      case LifecycleEvent.Failed(Failure failure) ->
          new RunEnd(Optional.empty(), Optional.of(failure));
      case LifecycleEvent.DeadLettered(Failure failure) ->
          new RunEnd(Optional.empty(), Optional.of(failure));
      default -> NONE;
    };
  }
}
