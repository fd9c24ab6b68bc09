package dev.reprise.run.state;

import dev.reprise.agent.message.Failure;

/** Where a phase of a run stands. */
public sealed interface PhaseState {

  /** Not begun. */
  record Pending() implements PhaseState {}

  /** Begun and not ended. */
  record Open(PhaseProgress work) implements PhaseState {}

  /** Ended with an answer, which may be empty. */
  record Completed(String output) implements PhaseState {}

  /** Failed, and optional. */
  record Skipped(Failure warning) implements PhaseState {}

  /** Failed, and critical; a retry opens it again where it stood. */
  record Failed(PhaseProgress work, Failure failure) implements PhaseState {}

  /** Returns whether the run can go on behind this phase. */
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
