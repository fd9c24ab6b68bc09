package dev.reprise.run;

import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The conditional updates by which runs are claimed, renewed and moved. Each is judged by the
 * database's clock, in SQL that Derby and PostgreSQL both run.
 */
final class Statements {

  static final String INSERT =
      """
      INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                       last_sequence, created_at, updated_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'QUEUED', 0, 0, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)""";

  static final String DUE =
      """
      SELECT id FROM run
      WHERE status = 'QUEUED' AND (lease_until IS NULL OR lease_until < CURRENT_TIMESTAMP)
      ORDER BY updated_at""";

  /** Takes over from a server that died: its writes are refused from here on. */
  static final String REQUEUE_EXPIRED =
      """
      UPDATE run SET status = 'QUEUED', epoch = epoch + 1, owner = NULL, lease_until = NULL,
                     updated_at = CURRENT_TIMESTAMP
      WHERE id = ?1 AND epoch = ?2 AND status = 'RUNNING' AND lease_until < CURRENT_TIMESTAMP""";

  static final String EXPIRED =
      "SELECT id, epoch FROM run WHERE status = 'RUNNING' AND lease_until < CURRENT_TIMESTAMP";

  /** Lets the leases of a server's earlier starts run out at once: that process is gone. */
  static final String EXPIRE_EARLIER_STARTS =
      """
      UPDATE run SET lease_until = created_at
      WHERE status IN ('QUEUED', 'RUNNING') AND lease_until IS NOT NULL
        AND SUBSTR(owner, 1, ?1) = ?2 AND owner <> ?3""";

  static final String HELD =
      """
      SELECT id, epoch, cancelled_by FROM run WHERE status = 'RUNNING' AND owner = ?1""";

  static final String WISH_CANCELLED =
      """
      UPDATE run SET cancelled_by = ?1, cancel_reason = ?2, updated_at = CURRENT_TIMESTAMP
      WHERE id = ?3 AND status = 'RUNNING' AND cancelled_by IS NULL""";

  private Statements() {}

  static String reserve(Duration lease) {
    return """
    UPDATE run SET owner = ?1, lease_until = %s
    WHERE id = ?2 AND status = 'QUEUED'
      AND (lease_until IS NULL OR lease_until < CURRENT_TIMESTAMP)"""
        .formatted(fromNow(lease));
  }

  static String admit(Duration lease) {
    return """
    UPDATE run SET status = 'RUNNING', epoch = epoch + 1, owner = ?1, lease_until = %s,
                   execution = ?2, waiting_for = NULL, updated_at = CURRENT_TIMESTAMP
    WHERE id = ?3
      AND (status = 'QUEUED' OR (status = 'RUNNING' AND lease_until < CURRENT_TIMESTAMP))"""
        .formatted(fromNow(lease));
  }

  static String renew(Duration lease) {
    return "UPDATE run SET lease_until = %s WHERE id = ?1 AND epoch = ?2 AND status = 'RUNNING'"
        .formatted(fromNow(lease));
  }

  /** Moves a run that its holder lets go of. */
  static String letGo(RunStatus next) {
    return """
    UPDATE run SET status = '%s', owner = NULL, lease_until = NULL, waiting_for = ?1,
                   updated_at = CURRENT_TIMESTAMP
    WHERE id = ?2 AND epoch = ?3 AND status = 'RUNNING'"""
        .formatted(next);
  }

  /** Moves a run that nobody holds, with an epoch of its own for the event that says so. */
  static String move(Set<RunStatus> from, RunStatus next) {
    return """
    UPDATE run SET status = '%s', epoch = epoch + 1, owner = NULL, lease_until = NULL,
                   waiting_for = NULL, cancelled_by = NULL, cancel_reason = NULL,
                   updated_at = CURRENT_TIMESTAMP
    WHERE id = ?1 AND status IN (%s)"""
        .formatted(next, from.stream().map(s -> "'" + s + "'").collect(Collectors.joining(", ")));
  }

  private static String fromNow(Duration lease) {
    return "{fn TIMESTAMPADD(SQL_TSI_SECOND, %d, CURRENT_TIMESTAMP)}".formatted(lease.toSeconds());
  }
}
