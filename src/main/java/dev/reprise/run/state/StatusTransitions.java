package dev.reprise.run.state;

import dev.reprise.agent.message.Failure;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RunEvent;
import java.util.Optional;

/** Which events change a run's status: the only place that ties the row to the record. */
public final class StatusTransitions {

  private StatusTransitions() {}

  /**
   * Returns the status that a run has after this event, or empty if the event changes none. A
   * decision of a person queues a run that waits; one that is paused stays so until it is resumed.
   */
  public static Optional<RunStatus> statusAfter(RunEvent event) {
    return switch (event) {
      case LifecycleEvent.Submitted ignored -> Optional.of(RunStatus.QUEUED);
      case LifecycleEvent.Forked ignored -> Optional.of(RunStatus.QUEUED);
      case LifecycleEvent.Admitted ignored -> Optional.of(RunStatus.RUNNING);
      case LifecycleEvent.HandedOver ignored -> Optional.of(RunStatus.QUEUED);
      case LifecycleEvent.BrokeDown ignored -> Optional.of(RunStatus.QUEUED);
      case LifecycleEvent.Waiting ignored -> Optional.of(RunStatus.WAITING);
      case ControlEvent.Paused ignored -> Optional.of(RunStatus.PAUSED);
      case ControlEvent.Imported ignored -> Optional.of(RunStatus.PAUSED);
      case ControlEvent.Resumed ignored -> Optional.of(RunStatus.QUEUED);
      case ControlEvent.Retried ignored -> Optional.of(RunStatus.QUEUED);
      case ControlEvent.Migrated ignored -> Optional.of(RunStatus.QUEUED);
      case LifecycleEvent.Completed ignored -> Optional.of(RunStatus.COMPLETED);
      case LifecycleEvent.Failed ignored -> Optional.of(RunStatus.FAILED);
      case ControlEvent.Cancelled ignored -> Optional.of(RunStatus.CANCELLED);
      case LifecycleEvent.DeadLettered ignored -> Optional.of(RunStatus.DEAD_LETTER);
      case HumanInputEvent.Assigned ignored -> Optional.empty();
      case HumanInputEvent ignored -> Optional.of(RunStatus.QUEUED);
      case LifecycleEvent.RecordDelayed ignored -> Optional.empty();
      case LifecycleEvent.Checkpointed ignored -> Optional.empty();
      case ControlEvent.BudgetSet ignored -> Optional.empty();
      case ControlEvent.Labelled ignored -> Optional.empty();
      case ControlEvent.Attributed ignored -> Optional.empty();
      case PhaseEvent ignored -> Optional.empty();
    };
  }

  /**
   * Returns the code of what a run waits for after an event that releases it: for WAITING runs, and
   * for PAUSED ones that no person paused, so that people find what needs them.
   */
  public static Optional<String> waitingForAfter(RunEvent event) {
    return switch (event) {
      case LifecycleEvent.Waiting wait -> Optional.of(wait.waitingFor());
      case ControlEvent.Paused paused -> paused.waitingFor();
      default -> Optional.empty();
    };
  }

  /** Returns why the run fails, if this event makes it fail. */
  public static Optional<Failure> failureAfter(RunEvent event) {
    return switch (event) {
      case LifecycleEvent.Failed(Failure failure) -> Optional.of(failure);
      case LifecycleEvent.DeadLettered(Failure failure) -> Optional.of(failure);
      default -> Optional.empty();
    };
  }

  /** Returns in words why the run has the status that this event determines, if it says why. */
  public static Optional<String> reasonAfter(RunEvent event) {
    return switch (event) {
      case LifecycleEvent.Waiting wait -> Optional.of(wait.reason());
      case ControlEvent.Paused paused -> paused.reason();
      case ControlEvent.Cancelled cancelled -> Optional.of(cancelled.reason());
      default -> failureAfter(event).map(Failure::message);
    };
  }
}
