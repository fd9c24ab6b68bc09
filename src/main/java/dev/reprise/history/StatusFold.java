package dev.reprise.history;

import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.StatusTransitions;
import java.util.Optional;

/** Folds a part of a run's journal to the status that the run has after it. */
final class StatusFold {

  private Optional<RunStatus> status = Optional.empty();

  /** Adds the next event of the part. A decision of a person wakes only a run that waits. */
  void apply(RecordedEvent recorded) {
    if (!(recorded.event() instanceof HumanInputEvent)
        || status.equals(Optional.of(RunStatus.WAITING))) {
      status = StatusTransitions.statusAfter(recorded.event()).or(() -> status);
    }
  }

  /** Returns the status; empty if the part does not say. */
  Optional<RunStatus> status() {
    return status;
  }

  /** Returns the status after an event of a run, which reads no more events than it takes. */
  static RunStatus at(EventSource events, long sequence) {
    for (long size = EventSource.PAGE; ; size *= 2) {
      long first = Math.max(1, sequence + 1 - size);
      var fold = new StatusFold();
      events.forEach(first, sequence + 1, fold::apply);
      if (first == 1 || fold.status().isPresent()) {
        return fold.status().orElse(RunStatus.QUEUED); // in which each run begins
      }
    }
  }
}
