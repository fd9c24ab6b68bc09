package dev.reprise.queue.row;

import dev.reprise.run.decision.ProcessDeaths;
import java.time.Duration;
import java.time.Instant;

/**
 * The SQL for runs that needs no event, such as reservations and leases. Each update is conditional
 * and uses the database's clock. Both Derby and PostgreSQL run it.
 *
 * <p>{@code due_at} is when a queued run became due, or when a waiting run wakes. Tested by {@code
 * RunPageQueryContract}.
 */
public final class RunSql {

  public static final String ROW = RunRow.SELECT + "WHERE r.id = ?";

  /**
   * Queues the waiting runs whose time has come. Each run is queued once, even if several servers
   * poll.
   */
  public static final String WAKE =
      """
      UPDATE run SET status = 'QUEUED', waiting_for = NULL, updated_at = CURRENT_TIMESTAMP
      WHERE status = 'WAITING' AND due_at <= CURRENT_TIMESTAMP""";

  /**
   * Selects runs whose journals were in the memory of a server's earlier starts, or of a server
   * whose leases have expired. The limit is what one sweep ends within seconds.
   */
  public static final String LOST =
      RunRow.SELECT
          + """
          WHERE r.home IS NOT NULL AND r.home <> ?
            AND ((SUBSTR(r.home, 1, ?) = ?
                    AND r.status IN ('QUEUED', 'RUNNING', 'WAITING', 'PAUSED'))
              OR (r.status = 'RUNNING' AND r.lease_until < CURRENT_TIMESTAMP))
          ORDER BY r.id FETCH FIRST 500 ROWS ONLY""";

  /**
   * Selects the deaths of a run's holders before that of the current one, and how many other runs
   * that one also held, or is known to have held.
   */
  public static final String LOSS =
      """
      SELECT r.owner, r.losses, r.losses_in_step,
             (SELECT COUNT(*) FROM run o
              WHERE o.id <> r.id AND o.status IN ('QUEUED', 'RUNNING')
                AND (o.lost_with = r.owner OR (o.status = 'RUNNING' AND o.owner = r.owner)))
               AS beside
      FROM run r WHERE r.id = ? AND r.epoch = ?""";

  /**
   * Selects the runs with expired leases whose journals the caller can read, the longest expired
   * first. The next sweep continues.
   */
  public static final String EXPIRED =
      """
      SELECT id, epoch, tenant FROM run
      WHERE status = 'RUNNING' AND lease_until < CURRENT_TIMESTAMP
        AND (home IS NULL OR home = ?)
      ORDER BY lease_until, id FETCH FIRST 500 ROWS ONLY""";

  /** Expires the leases of a server's earlier starts at once: their process is gone. */
  public static final String EXPIRE_EARLIER_STARTS =
      """
      UPDATE run SET lease_until = created_at
      WHERE status IN ('QUEUED', 'RUNNING') AND lease_until IS NOT NULL
        AND SUBSTR(owner, 1, ?) = ? AND owner <> ?""";

  /**
   * Selects when a server's earlier starts last ended a run that had a job. It reads from the
   * newest end on, past runs of other servers.
   */
  public static final String LAST_END =
      """
      SELECT updated_at FROM run --DERBY-PROPERTIES index=run_job_ended
      WHERE status IN ('COMPLETED', 'CANCELLED') AND execution IS NOT NULL
        AND SUBSTR(owner, 1, ?) = ? AND owner <> ?
      ORDER BY updated_at DESC FETCH FIRST 1 ROWS ONLY""";

  /**
   * Selects runs that a server's earlier starts ended since a time. It is separate from {@link
   * #LAST_END}, because within one statement Derby locks a row of one scan while it waits for a row
   * of the other.
   */
  public static final String ENDED_SINCE =
      """
      SELECT id, execution FROM run --DERBY-PROPERTIES index=run_job_ended
      WHERE status IN ('COMPLETED', 'CANCELLED') AND execution IS NOT NULL
        AND SUBSTR(owner, 1, ?) = ? AND owner <> ? AND updated_at >= ?""";

  /** Ends the count of the deaths of a run's servers, because the run has proved itself. */
  public static final String CLEAR =
      """
      UPDATE run SET losses = 0, losses_in_step = 0, lost_with = NULL, beside = 0
      WHERE id = ? AND epoch = ? AND status = 'RUNNING'""";

  /** Extends a reservation. */
  public static String keep(Duration lease) {
    return "UPDATE run SET lease_until = %s WHERE id = ? AND owner = ? AND status = 'QUEUED'"
        .formatted(fromNow(lease));
  }

  public static final String RESET_ADMISSIONS =
      "UPDATE run SET admissions = 0 WHERE id = ? AND epoch = ?";

  public static final String MOVE_TO_JOB =
      "UPDATE run SET execution = ? WHERE id = ? AND epoch = ?";

  public static final String HOLDER =
      "SELECT status, owner, lease_until, waiting_for FROM run WHERE id = ?";

  public static final String CREATED = "SELECT created_at FROM run WHERE id = ?";

  public static final String PARENT = "SELECT parent FROM run WHERE id = ?";

  public static final String HELD =
      """
      SELECT id, epoch, tenant, cancelled_by, paused_by, messages FROM run
      WHERE status = 'RUNNING' AND owner = ?""";

  public static final String REQUEST_CANCEL =
      """
      UPDATE run SET cancelled_by = ?, cancel_reason = ?, updated_at = CURRENT_TIMESTAMP
      WHERE id = ? AND status = 'RUNNING' AND cancelled_by IS NULL""";

  public static final String CANCEL_REQUESTED =
      "SELECT id FROM run WHERE id = ? AND status = 'RUNNING' AND cancelled_by IS NOT NULL";

  public static final String REQUEST_PAUSE =
      """
      UPDATE run SET paused_by = ?, pause_reason = ?, updated_at = CURRENT_TIMESTAMP
      WHERE id = ? AND status = 'RUNNING' AND (paused_by IS NULL OR paused_by = submitted_by)""";

  public static final String PAUSE_REQUESTED =
      "SELECT id FROM run WHERE id = ? AND status = 'RUNNING' AND paused_by IS NOT NULL";

  /** Withdraws a person's request to pause, unless the run is already paused. */
  public static final String WITHDRAW_PAUSE =
      """
      UPDATE run SET paused_by = NULL, pause_reason = NULL, updated_at = CURRENT_TIMESTAMP
      WHERE id = ? AND status IN ('QUEUED', 'RUNNING', 'WAITING') AND paused_by = ?""";

  /**
   * Selects due runs after a tenant's name that the caller can execute beside others, or that are
   * reserved. The order is by tenant, then reservations first, then by turn. Derby would sort all
   * rows, so a hint names the index that has this order; for other databases the hint is a comment.
   */
  public static final String DUE =
      """
      SELECT id, tenant, due_at,
             CASE WHEN lease_until >= CURRENT_TIMESTAMP THEN 1 ELSE 0 END AS reserved
      FROM run --DERBY-PROPERTIES index=run_turn
      WHERE status = 'QUEUED' AND tenant > ? AND due_at <= CURRENT_TIMESTAMP
        AND (lease_until >= CURRENT_TIMESTAMP
          OR ((losses < %d OR losses >= %d OR losses_in_step >= %d)
            AND (home IS NULL OR home = ?)))
      ORDER BY status, tenant, turn_at FETCH FIRST ? ROWS ONLY"""
          .formatted(ProcessDeaths.ALONE, ProcessDeaths.LIMIT, ProcessDeaths.LIMIT_IN_ONE_STEP);

  public static final String RUNNING =
      """
      SELECT tenant, COUNT(*) AS running FROM run --DERBY-PROPERTIES index=run_turn
      WHERE status = 'RUNNING' GROUP BY tenant""";

  /** Waits until another server that shares out places has committed. */
  public static final String ONE_AT_A_TIME = "UPDATE share SET shared = shared + 1 WHERE id = 1";

  /** Counts the queued runs of a tenant, up to a limit. */
  public static final String QUEUED_UP_TO =
      """
      SELECT COUNT(*) AS queued
      FROM (SELECT r.status FROM run r --DERBY-PROPERTIES index=run_turn
            WHERE r.status = 'QUEUED' AND r.tenant = ? FETCH FIRST ? ROWS ONLY) q""";

  public static final String QUEUED =
      """
      SELECT tenant, turn_at, due_at, owner, lease_until, losses, waiting_for,
             CASE WHEN due_at <= CURRENT_TIMESTAMP THEN 1 ELSE 0 END AS due,
             CASE WHEN lease_until >= CURRENT_TIMESTAMP THEN 1 ELSE 0 END AS reserved
      FROM run WHERE id = ? AND status = 'QUEUED'""";

  public static final String AHEAD =
      """
      SELECT COUNT(*) AS ahead
      FROM (SELECT r.status FROM run r --DERBY-PROPERTIES index=run_turn
            WHERE r.status = 'QUEUED' AND r.tenant = ? AND r.turn_at < ?
            FETCH FIRST ? ROWS ONLY) q""";

  /** Counts the runs of a tenant that are running or reserved, and reads no others. */
  public static final String IN_SERVICE =
      """
      SELECT COUNT(*) AS running FROM (
        SELECT r.status FROM run r --DERBY-PROPERTIES index=run_turn
        WHERE r.status = 'RUNNING' AND r.tenant = ?
        UNION ALL
        SELECT q.status FROM run q --DERBY-PROPERTIES index=run_turn
        WHERE q.status = 'QUEUED' AND q.tenant = ? AND q.turn_at < ?
          AND q.lease_until >= CURRENT_TIMESTAMP) s""";

  /** After the turns of reserved runs, and before any other. */
  public static final Instant BEFORE_OTHERS = Instant.EPOCH.plus(Duration.ofDays(1));

  /**
   * Counts the runs of a tenant in a status, up to a limit, and the first time at which one is due.
   */
  public static final String STANDING =
      """
      SELECT COUNT(*) AS runs,
             MIN(CASE WHEN due_at <= CURRENT_TIMESTAMP THEN due_at END) AS due_at
      FROM (SELECT r.due_at FROM run r --DERBY-PROPERTIES index=run_turn
            WHERE r.status = ? AND r.tenant = ? ORDER BY r.turn_at
            FETCH FIRST ? ROWS ONLY) q""";

  /** The {@code waiting_for} of a queued run that the breaker of its agent postpones. */
  public static final String AGENT_BREAKER = "agent";

  private RunSql() {}

  public static String release(Duration delay) {
    return """
    UPDATE run SET owner = NULL, lease_until = NULL, due_at = %s
    WHERE id = ? AND owner = ? AND status = 'QUEUED'"""
        .formatted(fromNow(delay));
  }

  /** Releases a run that no server starts for a while, because the breaker of its agent is open. */
  public static String postponeForBreaker(Duration delay) {
    return """
    UPDATE run SET owner = NULL, lease_until = NULL, waiting_for = '%s', due_at = %s
    WHERE id = ? AND owner = ? AND status = 'QUEUED'"""
        .formatted(AGENT_BREAKER, fromNow(delay));
  }

  /**
   * Selects the run that must start alone next, of those that have been due for a time: the one
   * whose servers died least often. A record in memory dies with its server, so there are none.
   */
  public static String dueAlone(Duration time) {
    return """
    SELECT id FROM run --DERBY-PROPERTIES index=run_losses
    WHERE losses >= %d AND losses < %d AND losses_in_step < %d
      AND status = 'QUEUED' AND home IS NULL AND due_at <= %s
      AND (lease_until IS NULL OR lease_until < CURRENT_TIMESTAMP)
    ORDER BY losses, due_at, id FETCH FIRST 1 ROWS ONLY"""
        .formatted(
            ProcessDeaths.ALONE,
            ProcessDeaths.LIMIT,
            ProcessDeaths.LIMIT_IN_ONE_STEP,
            fromNow(time.negated()));
  }

  /**
   * Requeues a run whose server died. From then on the database refuses that server's writes.
   *
   * @param pause the time before the run is due
   */
  public static String requeueExpired(Duration pause) {
    return """
    UPDATE run SET status = 'QUEUED', epoch = epoch + 1, lost_with = owner, losses = ?,
                   losses_in_step = ?, beside = ?, owner = NULL, lease_until = NULL,
                   due_at = %s, updated_at = CURRENT_TIMESTAMP
    WHERE id = ? AND epoch = ? AND status = 'RUNNING' AND lease_until < CURRENT_TIMESTAMP"""
        .formatted(fromNow(pause));
  }

  public static String reserve(Duration lease) {
    return """
    UPDATE run SET owner = ?, lease_until = %s
    WHERE id = ? AND status = 'QUEUED'
      AND (lease_until IS NULL OR lease_until < CURRENT_TIMESTAMP)"""
        .formatted(fromNow(lease));
  }

  /** Requeues a run without an event. */
  public static String requeue(Duration delay) {
    return """
    UPDATE run SET status = 'QUEUED', owner = NULL, lease_until = NULL, lost_with = NULL,
                   beside = 0, due_at = %s, updated_at = CURRENT_TIMESTAMP
    WHERE id = ? AND epoch = ? AND status = 'RUNNING'"""
        .formatted(fromNow(delay));
  }

  public static String renew(Duration lease) {
    return "UPDATE run SET lease_until = %s WHERE id = ? AND epoch = ? AND status = 'RUNNING'"
        .formatted(fromNow(lease));
  }

  /**
   * Returns the SQL for the end of a lease or a delay that begins now, by the database's clock. The
   * databases share no syntax for fractions of a second. A fraction counts as a whole second, so
   * that nothing ends too soon.
   */
  public static String fromNow(Duration time) {
    return "{fn TIMESTAMPADD(SQL_TSI_SECOND, %d, CURRENT_TIMESTAMP)}"
        .formatted(time.plusNanos(999_999_999).toSeconds());
  }
}
