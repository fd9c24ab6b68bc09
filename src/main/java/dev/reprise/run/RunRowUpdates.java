package dev.reprise.run;

import dev.reprise.agent.Role;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordHeader;
import dev.reprise.journal.RunEvent;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.StatusTransitions;
import dev.reprise.run.state.WaitReason;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a run's row changes together with the events that say so. Each is conditional on the row
 * being as its writer knew it: epoch, status and journal's end.
 */
public final class RunRowUpdates {

  private static final String NOW = "CURRENT_TIMESTAMP";

  /** Where the record was read to the end, and the run did not move on. */
  private static final String READ = "admissions = 0";

  private static final String FORGIVEN = "admissions = 0, losses = 0, lost_with = NULL, beside = 0";

  private RunRowUpdates() {}

  public static FencedUpdate insert(NewRun run) {
    return FencedUpdate.of(
        """
        INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                         last_sequence, home, priority, works_for, submitter_role, due_at,
                         created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, 'QUEUED', 0, 1, ?, ?, ?, ?, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP,
                CURRENT_TIMESTAMP)\
        """,
        run.id().toString(),
        run.tenant(),
        run.agent(),
        run.agentVersion(),
        run.workspace(),
        run.submittedBy(),
        run.home().orElse(null),
        run.priority(),
        run.delegation().map(delegation -> delegation.parent().toString()).orElse(null),
        name(run.submitterRole()));
  }

  /**
   * Inserts a run that has a record already.
   *
   * @param importer for whom it is
   * @param more how many events are appended to that record
   */
  public static FencedUpdate restore(ImportedRun run, Importer importer, int more) {
    RecordHeader header = run.record().header();
    return FencedUpdate.of(
        """
        INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                         last_sequence, messages, parent, parent_sequence, works_for,
                         submitter_role, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, '%s', ?, ?, ?, ?, ?, ?, ?, ?, CURRENT_TIMESTAMP)\
        """
            .formatted(run.status().isEnded() ? run.status() : RunStatus.PAUSED),
        header.run().toString(),
        header.tenant(),
        header.agent(),
        header.agentVersion(),
        header.workspace(),
        importer.name(),
        run.record().epoch() + more,
        run.record().head().sequence() + more,
        run.messages(),
        run.fork().map(forked -> forked.parent().toString()).orElse(null),
        run.fork().map(LifecycleEvent.Forked::sequence).orElse(null),
        run.delegation().map(delegation -> delegation.parent().toString()).orElse(null),
        name(importer.role()),
        Timestamp.from(run.record().events().getFirst().at()));
  }

  /**
   * Makes the row of a fork. Its epochs go on from those of the run, whose open calls it may make
   * under their keys: to whoever fences these, the fork is the later holder.
   *
   * @param events how many its journal begins with
   */
  public static FencedUpdate fork(NewFork fork, ForkPoint point, int events) {
    return FencedUpdate.of(
        """
        INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                         last_sequence, messages, parent, parent_sequence, priority,
                         submitter_role, due_at, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, 'QUEUED',
                COALESCE((SELECT p.epoch FROM run p WHERE p.id = ?), 0),
                ?, ?, ?, ?, ?, ?, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)\
        """,
        fork.id().toString(),
        fork.tenant(),
        fork.agent(),
        fork.agentVersion(),
        fork.workspace(),
        fork.by(),
        point.parent().toString(),
        (long) events,
        fork.message().isPresent() ? 1L : 0L,
        point.parent().toString(),
        point.at().sequence(),
        fork.priority(),
        name(fork.submitterRole()));
  }

  private static @Nullable String name(Optional<Role> role) {
    return role.map(Role::name).orElse(null);
  }

  /** Gives the run to a job, under a new epoch. One that is held is so until its lease ends. */
  public static FencedUpdate admit(
      RunRow row, int events, String owner, Duration lease, Optional<Long> execution) {
    String condition =
        row.status() == RunStatus.RUNNING ? " AND lease_until < CURRENT_TIMESTAMP" : "";
    return FencedUpdate.of(
        """
        UPDATE run SET status = 'RUNNING', epoch = epoch + 1, owner = ?, lease_until = %s,
                       execution = ?, waiting_for = NULL, cancelled_by = %s, paused_by = %s,
                       due_at = NULL, admissions = ?, beside = 0,
                       last_sequence = ?, updated_at = CURRENT_TIMESTAMP
        WHERE id = ? AND epoch = ? AND last_sequence = ? AND status = '%s'%s\
        """
            .formatted(
                RunSql.fromNow(lease),
                row.status().isEnded() ? "NULL" : "cancelled_by",
                row.status().isEnded() ? "NULL" : "paused_by",
                row.status(),
                condition),
        owner,
        execution.orElse(null),
        row.setbacks().admissionsWithNext(),
        row.head().sequence() + events,
        row.id().toString(),
        row.epoch(),
        row.head().sequence());
  }

  /**
   * Moves a run that its holder lets go of; the event says where to. A run that has its end for
   * good keeps the name of who carried it there, so that its job can be ended too if that server
   * dies first. One that someone wants cancelled by now does not rest: the wish is for a holder.
   * Nor does one that waits for a word, if there is one that it has not taken.
   *
   * @param taken how many messages the run has taken
   */
  public static FencedUpdate release(Claim claim, Position head, RunEvent event, long taken) {
    RunStatus next = StatusTransitions.statusAfter(event).orElseThrow();
    Optional<LifecycleEvent.Waiting> wait =
        event instanceof LifecycleEvent.Waiting waiting ? Optional.of(waiting) : Optional.empty();
    List<@Nullable Object> parameters = new ArrayList<>();
    parameters.add(wait.map(LifecycleEvent.Waiting::waitingFor).orElse(null));
    wait.filter(RunRowUpdates::isForDecision).ifPresent(forWord -> parameters.add(taken));
    wait.flatMap(LifecycleEvent.Waiting::until).map(Timestamp::from).ifPresent(parameters::add);
    parameters.addAll(
        List.of(head.sequence() + 1, claim.run().toString(), claim.epoch(), head.sequence()));
    return new FencedUpdate(
        """
        UPDATE run SET status = %s, owner = %s, lease_until = NULL, paused_by = %s,
                       waiting_for = ?, due_at = %s, reports_to = %s, last_sequence = ?,
                       %s, updated_at = CURRENT_TIMESTAMP
        WHERE id = ? AND epoch = ? AND last_sequence = ? AND status = 'RUNNING'\
        """
            .formatted(
                status(next),
                next.isFinal() ? "owner" : "NULL",
                next == RunStatus.PAUSED ? "NULL" : "paused_by",
                dueAt(next, wait),
                reportsTo(next),
                next == RunStatus.QUEUED ? READ : FORGIVEN),
        parameters);
  }

  private static boolean isForDecision(LifecycleEvent.Waiting wait) {
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
                  wait.filter(RunRowUpdates::isForDecision)
                      .map(word -> " OR messages > ?")
                      .orElse(""),
                  wait.flatMap(LifecycleEvent.Waiting::until).map(time -> "?").orElse("NULL"));
      case RUNNING, COMPLETED, FAILED, CANCELLED, DEAD_LETTER -> "NULL";
    };
  }

  /**
   * Gives a run back that broke down. What befell its holders before stays, and this counts as one
   * more admission that may not have read the record.
   */
  public static FencedUpdate brokeDown(Claim claim, Position head, Duration delay) {
    return FencedUpdate.of(
        """
        UPDATE run SET status = 'QUEUED', owner = NULL, lease_until = NULL, due_at = %s,
                       last_sequence = ?, updated_at = CURRENT_TIMESTAMP
        WHERE id = ? AND epoch = ? AND last_sequence = ? AND status = 'RUNNING'\
        """
            .formatted(RunSql.fromNow(delay)),
        head.sequence() + 1,
        claim.run().toString(),
        claim.epoch(),
        head.sequence());
  }

  /** Moves the journal's end on by a step forward, so that what befell holders before is over. */
  public static FencedUpdate forgive(Claim claim, Position head, int events) {
    return FencedUpdate.of(
        "UPDATE run SET last_sequence = ?, %s WHERE id = ? AND epoch = ? AND last_sequence = ?"
            .formatted(FORGIVEN),
        head.sequence() + events,
        claim.run().toString(),
        claim.epoch(),
        head.sequence());
  }

  /** A run that has its end is to be heard by the run that it works for. */
  private static String reportsTo(RunStatus next) {
    return next.isEnded() ? "works_for" : "NULL";
  }

  /** Names the checkpoint that is appended with it. */
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
        head.sequence());
  }

  /** Queues a run that nobody holds with a version of its agent; what others wish of it stays. */
  static FencedUpdate migrate(RunRow row, int events, String agentVersion) {
    return FencedUpdate.of(
        """
        UPDATE run SET status = 'QUEUED', epoch = epoch + 1, owner = NULL, lease_until = NULL,
                       waiting_for = NULL, agent_version = ?, due_at = CURRENT_TIMESTAMP, %s,
                       last_sequence = ?, updated_at = CURRENT_TIMESTAMP
        WHERE id = ? AND epoch = ? AND last_sequence = ? AND status = '%s'\
        """
            .formatted(FORGIVEN, row.status()),
        agentVersion,
        row.head().sequence() + events,
        row.id().toString(),
        row.epoch(),
        row.head().sequence());
  }

  /** Moves a run that nobody holds, under an epoch of its own for the event that says so. */
  static FencedUpdate move(RunRow row, RunStatus next) {
    return FencedUpdate.of(
        """
        UPDATE run SET status = '%s', epoch = epoch + 1, owner = NULL, lease_until = NULL,
                       waiting_for = NULL, cancelled_by = NULL, cancel_reason = NULL,
                       paused_by = NULL, pause_reason = NULL, due_at = %s, reports_to = %s, %s,
                       last_sequence = ?, updated_at = CURRENT_TIMESTAMP
        WHERE id = ? AND epoch = ? AND last_sequence = ? AND status = '%s'\
        """
            .formatted(
                next,
                next == RunStatus.QUEUED ? NOW : "NULL",
                reportsTo(next),
                FORGIVEN,
                row.status()),
        row.head().sequence() + 1,
        row.id().toString(),
        row.epoch(),
        row.head().sequence());
  }

  /**
   * Ends a run whose record was in the memory of a server that is gone, or is given up; from here
   * on the run's record is in the database, and begins with the event that says so.
   */
  public static FencedUpdate endWithoutRecord(RunRow row, RunStatus next) {
    String condition =
        row.status() == RunStatus.RUNNING ? " AND lease_until < CURRENT_TIMESTAMP" : "";
    return FencedUpdate.of(
        """
        UPDATE run SET status = '%s', epoch = epoch + 1, home = NULL, checkpoint = NULL, owner = NULL,
                       lease_until = NULL, waiting_for = NULL, due_at = NULL,
                       cancelled_by = NULL, cancel_reason = NULL, paused_by = NULL,
                       pause_reason = NULL, last_sequence = 1, updated_at = CURRENT_TIMESTAMP
        WHERE id = ? AND epoch = ? AND home = ? AND status = '%s'%s\
        """
            .formatted(next, row.status(), condition),
        row.id().toString(),
        row.epoch(),
        row.home().orElseThrow());
  }
}
