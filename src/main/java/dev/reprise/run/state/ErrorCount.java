package dev.reprise.run.state;

import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;

/** Which events count as errors of a run; see {@link RunState#errors}. */
final class ErrorCount {

  private ErrorCount() {}

  /** Returns whether an event says that an attempt or a phase failed. */
  static boolean includes(RunEvent event) {
    return switch (event) {
      case ModelEvent.Retrying ignored -> true;
      case ModelEvent.FellBack ignored -> true;
      case ModelEvent.Failed ignored -> true;
      case ToolCallEvent.Retrying ignored -> true;
      case ToolCallEvent.Failed ignored -> true;
      case ModelEvent.CompactionFailed ignored -> true;
      case LifecycleEvent.BrokeDown broke -> broke.costsAttempt();
      case PhaseEvent.Skipped ignored -> true;
      case PhaseEvent.Failed ignored -> true;
      default -> false;
    };
  }
}
