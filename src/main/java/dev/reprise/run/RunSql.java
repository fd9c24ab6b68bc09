package dev.reprise.run;

import java.time.Duration;

/**
 * What is asked and changed about runs without an event: reservations and leases. Each update is
 * conditional and judged by the database's clock, in SQL that Derby and PostgreSQL both run.
 *
 * <p>{@code due_at} is when a queued run became due, and when a waiting one is woken.
 */
public final class RunSql {

  public static final String ROW = RunRow.SELECT + "WHERE r.id = ?";

  /** Queues the runs whose time has come; each of them once, whoever else looks. */
  public static final String WAKE =
      """
      UPDATE run SET status = 'QUEUED', waiting_for = NULL, updated_at = CURRENT_TIMESTAMP
      WHERE status = 'WAITING' AND due_at <= CURRENT_TIMESTAMP""";

  /**
   * Runs whose journals were in the memory of a server's earlier starts, or of one that let their
   * leases run out; so many at a time as one sweep brings to an end in seconds.
   */
  public static final String LOST =
      RunRow.SELECT
          + """
          WHERE r.home IS NOT NULL AND r.home <> ?
            AND ((SUBSTR(r.home, 1, ?) = ?
                    AND r.status IN ('QUEUED', 'RUNNING', 'WAITING', 'PAUSED'))
              OR (r.status = 'RUNNING' AND r.lease_until < CURRENT_TIMESTAMP))
          ORDER BY r.id FETCH FIRST 500 ROWS ONLY""";

  /** How many other runs the server had in hand, or was known to have had, that holds this one. */
  public static final String BESIDE =
      """
      SELECT COUNT(*) AS beside FROM run r JOIN run o ON o.id <> r.id
      WHERE r.id = ? AND o.status IN ('QUEUED', 'RUNNING')
        AND (o.lost_with = r.owner OR (o.status = 'RUNNING' AND o.owner = r.owner))""";

  /** Takes over from a server that died: its writes are refused from here on. */
  public static final String REQUEUE_EXPIRED =
      """
      UPDATE run SET status = 'QUEUED', epoch = epoch + 1, lost_with = owner, losses = losses + 1,
                     beside = ?, owner = NULL, lease_until = NULL,
                     due_at = CURRENT_TIMESTAMP, updated_at = CURRENT_TIMESTAMP
      WHERE id = ? AND epoch = ? AND status = 'RUNNING' AND lease_until < CURRENT_TIMESTAMP""";

  /**
   * Those whose journals can be read by who asks, the longest lost first; the next sweep goes on.
   */
  public static final String EXPIRED =
      """
      SELECT id, epoch, tenant FROM run
      WHERE status = 'RUNNING' AND lease_until < CURRENT_TIMESTAMP
        AND (home IS NULL OR home = ?)
      ORDER BY lease_until, id FETCH FIRST 500 ROWS ONLY""";

  /** Lets the leases of a server's earlier starts run out at once: that process is gone. */
  public static final String EXPIRE_EARLIER_STARTS =
      """
      UPDATE run SET lease_until = created_at
      WHERE status IN ('QUEUED', 'RUNNING') AND lease_until IS NOT NULL
        AND SUBSTR(owner, 1, ?) = ? AND owner <> ?""";

  /** When a server's earlier starts last changed a run. */
  public static final String LAST_CHANGE =
      "SELECT MAX(updated_at) FROM run WHERE SUBSTR(owner, 1, ?) = ? AND owner <> ?";

  /**
   * Runs that a server's earlier starts carried to their end since a time. Apart from {@link
   * #LAST_CHANGE}: within one statement Derby holds a row of the one scan locked while it waits for
   * a row of the other.
   */
  public static final String ENDED_SINCE =
      """
      SELECT id, execution FROM run
      WHERE status IN ('COMPLETED', 'CANCELLED') AND execution IS NOT NULL
        AND SUBSTR(owner, 1, ?) = ? AND owner <> ? AND updated_at >= ?""";

  /** The runs that an owner has in hand, or is about to, with which so many servers have ended. */
  public static final String SUSPECTS_IN_HAND =
      """
      SELECT losses FROM run
      WHERE status IN ('QUEUED', 'RUNNING') AND owner = ? AND losses >= ?
        AND (status = 'RUNNING' OR lease_until >= CURRENT_TIMESTAMP)""";

  public static final String HAS_READ = "UPDATE run SET admissions = 0 WHERE id = ? AND epoch = ?";

  public static final String HOLDER =
      "SELECT status, owner, lease_until, waiting_for FROM run WHERE id = ?";

  public static final String PARENT = "SELECT parent FROM run WHERE id = ?";

  public static final String HELD =
      """
      SELECT id, epoch, tenant, cancelled_by, paused_by, messages FROM run
      WHERE status = 'RUNNING' AND owner = ?""";

  public static final String WISH_CANCELLED =
      """
      UPDATE run SET cancelled_by = ?, cancel_reason = ?, updated_at = CURRENT_TIMESTAMP
      WHERE id = ? AND status = 'RUNNING' AND cancelled_by IS NULL""";

  public static final String IS_CANCEL_WISHED =
      "SELECT id FROM run WHERE id = ? AND status = 'RUNNING' AND cancelled_by IS NOT NULL";

  public static final String WISH_PAUSED =
      """
      UPDATE run SET paused_by = ?, pause_reason = ?, updated_at = CURRENT_TIMESTAMP
      WHERE id = ? AND status = 'RUNNING' AND paused_by IS NULL""";

  public static final String IS_PAUSE_WISHED =
      "SELECT id FROM run WHERE id = ? AND status = 'RUNNING' AND paused_by IS NOT NULL";

  /** Whatever became of the run since it was wished, as long as it was not paused. */
  public static final String WITHDRAW_PAUSE =
      """
      UPDATE run SET paused_by = NULL, pause_reason = NULL, updated_at = CURRENT_TIMESTAMP
      WHERE id = ? AND status IN ('QUEUED', 'RUNNING', 'WAITING') AND paused_by IS NOT NULL""";

  /**
   * What is due behind a tenant, and can be carried out by who asks or is reserved; tenant by
   * tenant, reservations first, then in the order of turns. Derby, which would sort all of it, is
   * told which index has this order; to others that is a comment.
   */
  public static final String DUE =
      """
      SELECT id, tenant, due_at, losses,
             CASE WHEN lease_until >= CURRENT_TIMESTAMP THEN 1 ELSE 0 END AS reserved
      FROM run --DERBY-PROPERTIES index=run_turn
      WHERE status = 'QUEUED' AND tenant > ? AND due_at <= CURRENT_TIMESTAMP
        AND (lease_until >= CURRENT_TIMESTAMP OR home IS NULL OR home = ?)
      ORDER BY status, tenant, turn_at FETCH FIRST ? ROWS ONLY""";

  public static final String RUNNING =
      "SELECT tenant, COUNT(*) AS running FROM run WHERE status = 'RUNNING' GROUP BY tenant";

  /** Waits for whoever shares places out to commit. */
  public static final String ONE_AT_A_TIME = "UPDATE share SET shared = shared + 1 WHERE id = 1";

  /** How many runs a tenant has queued; counts no further than it is told. */
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

  /** What a tenant has running, or reserved. */
  public static final String IN_SERVICE =
      """
      SELECT COUNT(*) AS running FROM run
      WHERE (status = 'RUNNING' AND tenant = ?)
        OR (status = 'QUEUED' AND tenant = ? AND lease_until >= CURRENT_TIMESTAMP)""";

  public static final String STANDING =
      """
      SELECT status, COUNT(*) AS runs FROM run
      WHERE tenant = ? AND status IN ('QUEUED', 'RUNNING', 'WAITING') GROUP BY status""";

  public static final String OLDEST_DUE =
      """
      SELECT MIN(due_at) AS due_at FROM run
      WHERE tenant = ? AND status = 'QUEUED' AND due_at <= CURRENT_TIMESTAMP""";

  /** What a queued run waits for whose agent is left alone. */
  public static final String RESTING = "agent";

  private RunSql() {}

  public static String release(Duration delay) {
    return """
    UPDATE run SET owner = NULL, lease_until = NULL, due_at = %s
    WHERE id = ? AND owner = ? AND status = 'QUEUED'"""
        .formatted(fromNow(delay));
  }

  /** Gives a run back that is not begun for a while, because of its agent. */
  public static String rest(Duration delay) {
    return """
    UPDATE run SET owner = NULL, lease_until = NULL, waiting_for = '%s', due_at = %s
    WHERE id = ? AND owner = ? AND status = 'QUEUED'"""
        .formatted(RESTING, fromNow(delay));
  }

  public static String reserve(Duration lease) {
    return """
    UPDATE run SET owner = ?, lease_until = %s
    WHERE id = ? AND status = 'QUEUED'
      AND (lease_until IS NULL OR lease_until < CURRENT_TIMESTAMP)"""
        .formatted(fromNow(lease));
  }

  /** Gives a run back without an event. */
  public static String requeue(Duration delay) {
    return """
    UPDATE run SET status = 'QUEUED', owner = NULL, lease_until = NULL, due_at = %s,
                   updated_at = CURRENT_TIMESTAMP
    WHERE id = ? AND epoch = ? AND status = 'RUNNING'"""
        .formatted(fromNow(delay));
  }

  public static String renew(Duration lease) {
    return "UPDATE run SET lease_until = %s WHERE id = ? AND epoch = ? AND status = 'RUNNING'"
        .formatted(fromNow(lease));
  }

  /**
   * Returns when a lease or a delay that begins now is over, as the database's clock will have it.
   * The databases share no word for parts of a second: they count as a whole one, so that nothing
   * is over too soon.
   */
  public static String fromNow(Duration time) {
    return "{fn TIMESTAMPADD(SQL_TSI_SECOND, %d, CURRENT_TIMESTAMP)}"
        .formatted(time.plusNanos(999_999_999).toSeconds());
  }
}
