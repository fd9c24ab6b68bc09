package dev.reprise.queue.row;

import dev.reprise.agent.Phase;
import dev.reprise.agent.budget.Spending;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.FencedUpdate.Progress;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.StatusTransitions;
import dev.reprise.run.state.WaitReason;
import java.math.RoundingMode;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a run's row changes together with the events that record the change. Each update is
 * conditional on the row as its writer read it: epoch, status and the journal's end. Tested by
 * {@code ClaimsTest}.
 */
public final class RunRowUpdates {

  private static final String NOW = "CURRENT_TIMESTAMP";

  /** After a step forward, before the run has proved itself. */
  private static final String STEPPED_FORWARD = "admissions = 0, losses_in_step = 0";

  /** After the record was read to the end without a step forward. */
  private static final String RELEASED = "admissions = 0, lost_with = NULL, beside = 0";

  private static final String NO_FAILURES = RELEASED + ", losses = 0, losses_in_step = 0";

  private RunRowUpdates() {}

  /**
   * Claims a run for a job, under a new epoch. The run has no holder: one whose lease has expired
   * was queued again before, which counts the loss.
   */
  public static FencedUpdate admit(
      RunRow row, int events, String owner, Duration lease, Optional<Long> execution) {
    return FencedUpdate.of(
        """
        UPDATE run SET status = 'RUNNING', epoch = epoch + 1, owner = ?, lease_until = %s,
                       execution = ?, waiting_for = NULL, cancelled_by = %s, paused_by = %s,
                       due_at = NULL, admissions = ?, %s,
                       last_sequence = ?, updated_at = CURRENT_TIMESTAMP
        WHERE id = ? AND epoch = ? AND last_sequence = ? AND status = '%s'\
        """
            .formatted(
                RunSql.fromNow(lease),
                row.status().isEnded() ? "NULL" : "cancelled_by",
                row.status().isEnded() ? "NULL" : "paused_by",
                StatusChange.NONE,
                row.status()),
        owner,
        execution.orElse(null),
        row.holderFailures().admissionsWithNext(),
        row.head().sequence() + events,
        row.id().toString(),
        row.epoch(),
        row.head().sequence());
  }

  /**
   * Releases a run; the last of the events determines its status.
   *
   * <p>A run that has ended for good keeps its holder's name, so that its job can be ended too if
   * that server dies first. A run whose cancellation was requested meanwhile is due at once,
   * because only a holder carries out the request. So is a run that waits for guidance, if a
   * message was posted that it has not taken.
   *
   * @param events how many events are appended
   * @param work what the holder knows of the run beside its record
   */
  public static FencedUpdate release(
      Claim claim, Position head, StatusChange change, int events, WorkDone work) {
    RunEvent event = change.event();
    RunStatus next = change.status();
    Optional<LifecycleEvent.Waiting> wait =
        event instanceof LifecycleEvent.Waiting waiting ? Optional.of(waiting) : Optional.empty();
    List<@Nullable Object> parameters = new ArrayList<>();
    parameters.add(StatusTransitions.waitingForAfter(event).orElse(null));
    wait.filter(RunRowUpdates::isForGuidance)
        .ifPresent(ignored -> parameters.add(work.messagesTaken()));
    wait.flatMap(LifecycleEvent.Waiting::until).map(Timestamp::from).ifPresent(parameters::add);
    parameters.addAll(work.progress().parameters());
    parameters.addAll(change.parameters());
    parameters.addAll(
        List.of(head.sequence() + events, claim.run().toString(), claim.epoch(), head.sequence()));
    return FencedUpdate.of(
            """
        UPDATE run SET status = %s, owner = %s, lease_until = NULL, paused_by = %s,
                       waiting_for = ?, due_at = %s, reports_to = %s, %s, %s,
                       last_sequence = ?, %s, updated_at = CURRENT_TIMESTAMP
        WHERE id = ? AND epoch = ? AND last_sequence = ? AND status = 'RUNNING'\
        """
                .formatted(
                    status(next),
                    next.isFinal() ? "owner" : "NULL",
                    next == RunStatus.PAUSED ? "NULL" : "paused_by",
                    dueAt(next, wait),
                    reportsTo(next),
                    FencedUpdate.PROGRESS,
                    change.sql(),
                    next.isEnded() || work.isProof() ? NO_FAILURES : RELEASED),
            parameters.toArray())
        .ofHolder();
  }

  /** Moves the journal's end by events that follow on a state. */
  public static FencedUpdate advance(RunState before) {
    return FencedUpdate.advance(() -> progressOf(before));
  }

  /** Returns what the row shows of a state. */
  public static Progress progressOf(RunState state) {
    Optional<Phase> phase = state.currentPhase();
    Spending spent = state.budgetSpent();
    return new Progress(
        phase.map(Phase::name).orElse(null),
        phase.map(it -> state.phases().at(it).iteration().orElse(0)).orElse(null),
        spent.usd().setScale(9, RoundingMode.UP), // so that a budget is never exceeded unseen
        spent.tokens());
  }

  /**
   * What a holder knows of a run when it releases it.
   *
   * @param messagesTaken how many messages the run has taken
   * @param progress how far it has come; unknown if the holder has not read the record
   * @param isProof whether the run has taken a step forward, or no server of it has died
   */
  public record WorkDone(long messagesTaken, Progress progress, boolean isProof) {

    /** Nothing is known, because the record was not read. */
    public static final WorkDone UNKNOWN = new WorkDone(Long.MAX_VALUE, Progress.UNKNOWN, false);
  }

  private static boolean isForGuidance(LifecycleEvent.Waiting wait) {
    return wait.waitingFor().equals(WaitReason.LOOP.code());
  }

  private static String status(RunStatus next) {
    return next == RunStatus.PAUSED
        ? "CASE WHEN cancelled_by IS NULL THEN 'PAUSED' ELSE 'QUEUED' END"
        : "'%s'".formatted(next);
  }

  private static String dueAt(RunStatus next, Optional<LifecycleEvent.Waiting> wait) {
    return switch (next) {
      case QUEUED -> NOW;
      case WAITING, PAUSED ->
          "CASE WHEN cancelled_by IS NOT NULL%s THEN CURRENT_TIMESTAMP ELSE %s END"
              .formatted(
                  wait.filter(RunRowUpdates::isForGuidance)
                      .map(ignored -> " OR messages > ?")
                      .orElse(""),
                  wait.flatMap(LifecycleEvent.Waiting::until).map(time -> "?").orElse("NULL"));
      case RUNNING, COMPLETED, FAILED, CANCELLED, DEAD_LETTER -> "NULL";
    };
  }

  /**
   * Requeues a run that broke down. The failures of earlier holders stay counted, and this claim
   * counts as one more whose holder may not have read the record.
   */
  public static FencedUpdate brokeDown(Claim claim, Position head, Duration delay) {
    return FencedUpdate.of(
        """
        UPDATE run SET status = 'QUEUED', owner = NULL, lease_until = NULL, due_at = %s,
                       lost_with = NULL, beside = 0, last_sequence = ?, updated_at = CURRENT_TIMESTAMP
        WHERE id = ? AND epoch = ? AND last_sequence = ? AND status = 'RUNNING'\
        """
            .formatted(RunSql.fromNow(delay)),
        head.sequence() + 1,
        claim.run().toString(),
        claim.epoch(),
        head.sequence());
  }

  /** Moves the journal's end by a step forward, which ends the count of deaths in one step. */
  public static FencedUpdate progress(Claim claim, Position head, int events) {
    return FencedUpdate.of(
            "UPDATE run SET last_sequence = ?, progressed_at = CURRENT_TIMESTAMP, %s WHERE id = ? AND epoch = ? AND last_sequence = ?"
                .formatted(STEPPED_FORWARD),
            head.sequence() + events,
            claim.run().toString(),
            claim.epoch(),
            head.sequence())
        .ofHolder();
  }

  /** A child run that has ended reports to its parent run. */
  private static String reportsTo(RunStatus next) {
    return next.isEnded() ? "works_for" : "NULL";
  }

  /** Names the checkpoint that is appended together with the update. */
  static FencedUpdate checkpoint(Claim claim, Position head) {
    return FencedUpdate.of(
            """
        UPDATE run SET checkpoint = ?, last_sequence = ?
        WHERE id = ? AND epoch = ? AND last_sequence = ?\
        """,
            head.sequence() + 1,
            head.sequence() + 1,
            claim.run().toString(),
            claim.epoch(),
            head.sequence())
        .ofHolder();
  }

  /** Queues an unclaimed run with another version of its agent; pending requests stay. */
  static FencedUpdate migrate(RunRow row, int events, String agentVersion) {
    return FencedUpdate.of(
        """
        UPDATE run SET status = 'QUEUED', epoch = epoch + 1, owner = NULL, lease_until = NULL,
                       waiting_for = NULL, agent_version = ?, due_at = CURRENT_TIMESTAMP, %s, %s,
                       last_sequence = ?, updated_at = CURRENT_TIMESTAMP
        WHERE id = ? AND epoch = ? AND last_sequence = ? AND status = '%s'\
        """
            .formatted(NO_FAILURES, StatusChange.NONE, row.status()),
        agentVersion,
        row.head().sequence() + events,
        row.id().toString(),
        row.epoch(),
        row.head().sequence());
  }

  /** Moves the journal's end of an unclaimed run, which keeps its status, under a new epoch. */
  static FencedUpdate note(RunRow row, int events) {
    return FencedUpdate.of(
        """
        UPDATE run SET epoch = epoch + 1, last_sequence = ?
        WHERE id = ? AND epoch = ? AND last_sequence = ? AND status = '%s'\
        """
            .formatted(row.status()),
        row.head().sequence() + events,
        row.id().toString(),
        row.epoch(),
        row.head().sequence());
  }

  /** Changes the status of an unclaimed run, under a new epoch for the events that record it. */
  static FencedUpdate move(RunRow row, StatusChange change, int events) {
    RunStatus next = change.status();
    List<@Nullable Object> parameters = new ArrayList<>(change.parameters());
    parameters.addAll(
        List.of(
            row.head().sequence() + events,
            row.id().toString(),
            row.epoch(),
            row.head().sequence()));
    return FencedUpdate.of(
        """
        UPDATE run SET status = '%s', epoch = epoch + 1, owner = NULL, lease_until = NULL,
                       waiting_for = NULL, cancelled_by = NULL, cancel_reason = NULL,
                       paused_by = NULL, pause_reason = NULL, due_at = %s, reports_to = %s, %s,
                       %s, last_sequence = ?, updated_at = CURRENT_TIMESTAMP
        WHERE id = ? AND epoch = ? AND last_sequence = ? AND status = '%s'\
        """
            .formatted(
                next,
                next == RunStatus.QUEUED ? NOW : "NULL",
                reportsTo(next),
                NO_FAILURES,
                change.sql(),
                row.status()),
        parameters.toArray());
  }

  /**
   * Ends a run whose record was in the memory of a server that is gone, or whose record is given
   * up. From now on the run's record is in the database and begins with the event of this end.
   */
  public static FencedUpdate endWithoutRecord(RunRow row, StatusChange change) {
    String condition =
        row.status() == RunStatus.RUNNING ? " AND lease_until < CURRENT_TIMESTAMP" : "";
    List<@Nullable Object> parameters = new ArrayList<>(change.parameters());
    parameters.addAll(List.of(row.id().toString(), row.epoch(), row.inMemoryOn().orElseThrow()));
    return FencedUpdate.of(
        """
        UPDATE run SET status = '%s', epoch = epoch + 1, home = NULL, checkpoint = NULL, owner = NULL,
                       lease_until = NULL, waiting_for = NULL, due_at = NULL,
                       cancelled_by = NULL, cancel_reason = NULL, paused_by = NULL,
                       pause_reason = NULL, %s, last_sequence = 1, updated_at = CURRENT_TIMESTAMP
        WHERE id = ? AND epoch = ? AND home = ? AND status = '%s'%s\
        """
            .formatted(change.status(), change.sql(), row.status(), condition),
        parameters.toArray());
  }
}
