package dev.reprise.run.state;

import dev.reprise.agent.message.Failure;
import java.util.Optional;

/** The state of a phase of a run. */
public sealed interface PhaseState {

  /** The phase has not begun. */
  record Pending() implements PhaseState {}

  /** The phase has begun and has not ended. */
  record Open(PhaseProgress work) implements PhaseState {}

  /** The phase ended with an answer, which may be empty. */
  record Completed(String output) implements PhaseState {}

  /** The phase failed, and it is optional. */
  record Skipped(Failure warning) implements PhaseState {}

  /** The phase failed, and it is critical; a retry opens it again with its progress. */
  record Failed(PhaseProgress work, Failure failure) implements PhaseState {}

  /** Returns how many replies of the model the phase has, while it is open or after it failed. */
  default Optional<Integer> iteration() {
    return switch (this) {
      case Open(var work) -> Optional.of(work.iteration());
      case Failed(var work, var ignored) -> Optional.of(work.iteration());
      case Pending ignored -> Optional.empty();
      case Completed ignored -> Optional.empty();
      case Skipped ignored -> Optional.empty();
    };
  }

  /** Returns whether the run can continue with the next phase. */
  default boolean isPassed() {
    return switch (this) {
      case Completed ignored -> true;
      case Skipped ignored -> true;
      case Pending ignored -> false;
      case Open ignored -> false;
      case Failed ignored -> false;
    };
  }
}
