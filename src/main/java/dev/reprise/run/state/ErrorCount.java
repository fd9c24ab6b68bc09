package dev.reprise.run.state;

import dev.reprise.journal.RunEvent;

/** Which events count as errors of a run; see {@link RunState#errors}. */
final class ErrorCount {

  private ErrorCount() {}

  /** Returns whether an event says that an attempt or a phase failed. */
  static boolean includes(RunEvent event) {
    return switch (event) {
      case RunEvent.ModelRetrying ignored -> true;
      case RunEvent.ModelFellBack ignored -> true;
      case RunEvent.ModelFailed ignored -> true;
      case RunEvent.ToolCallRetrying ignored -> true;
      case RunEvent.ToolCallFailed ignored -> true;
      case RunEvent.CompactionFailed ignored -> true;
      case RunEvent.RunBrokeDown broke -> broke.costsAttempt();
      case RunEvent.PhaseSkipped ignored -> true;
      case RunEvent.PhaseFailed ignored -> true;
      default -> false;
    };
  }
}
