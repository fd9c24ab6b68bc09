package dev.reprise.run.state;

import dev.reprise.journal.RunEvent;
import java.util.Optional;

/** Which events move a run from status to status: the one place where record and row are tied. */
public final class StatusTransitions {

  private StatusTransitions() {}

  /** Returns the status that a run has after this event, or empty if the event changes none. */
  public static Optional<RunStatus> statusAfter(RunEvent event) {
    return switch (event) {
      case RunEvent.RunSubmitted ignored -> Optional.of(RunStatus.QUEUED);
      case RunEvent.RunForked ignored -> Optional.of(RunStatus.QUEUED);
      case RunEvent.RunAdmitted ignored -> Optional.of(RunStatus.RUNNING);
      case RunEvent.RunHandedOver ignored -> Optional.of(RunStatus.QUEUED);
      case RunEvent.RunBrokeDown ignored -> Optional.of(RunStatus.QUEUED);
      case RunEvent.RunWaiting ignored -> Optional.of(RunStatus.WAITING);
      case RunEvent.RunPaused ignored -> Optional.of(RunStatus.PAUSED);
      case RunEvent.RunImported ignored -> Optional.of(RunStatus.PAUSED);
      case RunEvent.RunResumed ignored -> Optional.of(RunStatus.QUEUED);
      case RunEvent.RunRetried ignored -> Optional.of(RunStatus.QUEUED);
      case RunEvent.RunMigrated ignored -> Optional.of(RunStatus.QUEUED);
      case RunEvent.RunCompleted ignored -> Optional.of(RunStatus.COMPLETED);
      case RunEvent.RunFailed ignored -> Optional.of(RunStatus.FAILED);
      case RunEvent.RunCancelled ignored -> Optional.of(RunStatus.CANCELLED);
      case RunEvent.RunDeadLettered ignored -> Optional.of(RunStatus.DEAD_LETTER);
      case RunEvent.HumanInput ignored -> Optional.of(RunStatus.QUEUED);
      case RunEvent.RecordDelayed ignored -> Optional.empty();
      case RunEvent.RunCheckpointed ignored -> Optional.empty();
      case RunEvent.InPhase ignored -> Optional.empty();
    };
  }
}
