package dev.reprise.operations.bulk;

import dev.reprise.agent.Role;
import dev.reprise.queue.row.Run;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.WaitReason;
import java.util.EnumSet;
import java.util.Set;

/** What people do with many runs at once. */
public enum BulkAct {
  /** Cancels runs that have not ended. */
  CANCEL(Role.OPERATOR),
  /** Pauses runs until they are resumed. */
  PAUSE(Role.OPERATOR),
  /** Resumes paused runs, and those that wait for what a resume ends. */
  RESUME(Role.OPERATOR),
  /** Continues failed runs from the step that failed. */
  RETRY(Role.OPERATOR),
  /** Erases runs that have ended. */
  ERASE(Role.ADMIN),
  /** Continues runs with the tools of this server and the present version of their agent. */
  MIGRATE(Role.OPERATOR),
  /** Approves the calls that wait for an approval. */
  APPROVE(Role.APPROVER);

  private static final Set<WaitReason> RESUMABLE =
      EnumSet.of(WaitReason.MIGRATION, WaitReason.LOOP, WaitReason.BUDGET);

  private final Role role;

  BulkAct(Role role) {
    this.role = role;
  }

  /** Returns the least role that it needs. */
  public Role role() {
    return role;
  }

  /** Returns whether it lets runs continue, which may then spend money. */
  public boolean continuesRuns() {
    return this == RESUME || this == RETRY || this == MIGRATE || this == APPROVE;
  }

  /** Returns whether it can be done to a run as far as the run's row tells. */
  public boolean appliesTo(Run run) {
    RunStatus status = run.status();
    return switch (this) {
      case CANCEL -> !status.isEnded();
      case PAUSE -> !status.isEnded() && status != RunStatus.PAUSED;
      case RESUME -> status == RunStatus.PAUSED || waitsFor(run, RESUMABLE);
      case RETRY -> status.isEnded() && !status.isFinal();
      case ERASE -> status.isEnded();
      case MIGRATE -> !status.isFinal() && status != RunStatus.RUNNING;
      case APPROVE -> status == RunStatus.WAITING && waitsFor(run, EnumSet.of(WaitReason.APPROVAL));
    };
  }

  private static boolean waitsFor(Run run, Set<WaitReason> reasons) {
    return run.waitingFor()
        .filter(code -> reasons.stream().anyMatch(reason -> reason.code().equals(code)))
        .isPresent();
  }
}
