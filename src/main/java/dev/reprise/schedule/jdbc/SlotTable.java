package dev.reprise.schedule.jdbc;

import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.FiringStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The statements on slots of firings: kept for their runs, returned, revoked. Tested by {@code
 * ScheduleStoreContract}.
 */
final class SlotTable {

  private static final int LONGEST_ERROR = 2_000;

  private static final String STALE =
      FiringRow.SELECT
          + """
          WHERE f.status = 'ACTIVE' AND (f.lease_until < CURRENT_TIMESTAMP
            OR (SUBSTR(f.owner, 1, ?) = ? AND f.owner <> ?))""";

  private static final String NO_OWNER = "owner = NULL, lease_until = NULL, waits_since = NULL";

  private SlotTable() {}

  static List<Firing> stale(JdbcTransaction transaction, String server, String thisStart) {
    String name = server + "#";
    return transaction.rows(STALE, FiringRow::read, name.length(), name, thisStart);
  }

  static boolean recover(JdbcTransaction transaction, Firing firing) {
    return transaction.moves(
        "UPDATE firing SET status = 'PENDING', reason = 'RECOVERED', attempts = attempts - 1, "
            + NO_OWNER
            + " WHERE id = ? AND status = 'ACTIVE' AND lease_until IS NOT NULL",
        firing.id());
  }

  static boolean postpone(
      JdbcTransaction transaction, Firing firing, Instant notBefore, String why) {
    return transaction.moves(
        "UPDATE firing SET status = 'PENDING', reason = 'NOT_READY', attempts = attempts - 1,"
            + " error = ?, not_before = ?, "
            + NO_OWNER
            + " WHERE id = ? AND status = 'ACTIVE' AND lease_until IS NOT NULL",
        cut(why),
        notBefore,
        firing.id());
  }

  static boolean submitted(JdbcTransaction transaction, Firing firing) {
    return transaction.moves(
        "UPDATE firing SET " + NO_OWNER + " WHERE id = ? AND status = 'ACTIVE'", firing.id());
  }

  static boolean awaitPerson(JdbcTransaction transaction, Firing firing) {
    return transaction.moves(
        """
        UPDATE firing SET waits_since = CURRENT_TIMESTAMP
        WHERE id = ? AND status = 'ACTIVE' AND lease_until IS NULL AND waits_since IS NULL""",
        firing.id());
  }

  static boolean resume(JdbcTransaction transaction, Firing firing) {
    return transaction.moves(
        "UPDATE firing SET waits_since = NULL WHERE id = ? AND status = 'ACTIVE'", firing.id());
  }

  static boolean retry(
      JdbcTransaction transaction, Firing firing, Instant notBefore, String error) {
    return ScheduleRow.lock(transaction, firing.schedule())
        && transaction.moves(
            "UPDATE firing SET status = 'PENDING', reason = 'RETRY', error = ?, not_before = ?, "
                + NO_OWNER
                + " WHERE id = ? AND status = 'ACTIVE'",
            cut(error),
            notBefore,
            firing.id())
        && failed(transaction, firing, error);
  }

  /**
   * Ends a firing.
   *
   * @param rest when the cooldown of its schedule is over
   */
  static boolean end(
      JdbcTransaction transaction,
      Firing firing,
      FiringStatus status,
      Instant at,
      Instant rest,
      Optional<String> error) {
    boolean ours =
        ScheduleRow.lock(transaction, firing.schedule())
            && transaction.moves(
                "UPDATE firing SET status = ?, error = ?, ended_at = ?, "
                    + NO_OWNER
                    + " WHERE id = ? AND status = 'ACTIVE'",
                status.name(),
                error.map(SlotTable::cut),
                at,
                firing.id());
    if (ours) {
      rest(transaction, firing, rest);
      if (status == FiringStatus.FAILED) {
        failed(transaction, firing, error.orElse(""));
      } else if (status == FiringStatus.COMPLETED) {
        transaction.update(
            "UPDATE schedule SET attempts = 0, error = NULL WHERE id = ?", firing.schedule());
      }
    }
    return ours;
  }

  private static boolean failed(JdbcTransaction transaction, Firing firing, String error) {
    return transaction.moves(
        "UPDATE schedule SET attempts = attempts + 1, error = ? WHERE id = ?",
        cut(error),
        firing.schedule());
  }

  /** A cooldown is never shortened: where firings overlap, it counts from the end of the last. */
  private static void rest(JdbcTransaction transaction, Firing firing, Instant until) {
    transaction.update(
        """
        UPDATE schedule SET cool_until = ?
        WHERE id = ? AND (cool_until IS NULL OR cool_until < ?)""",
        until,
        firing.schedule(),
        until);
  }

  private static String cut(String error) {
    return error.length() <= LONGEST_ERROR ? error : error.substring(0, LONGEST_ERROR - 1) + "…";
  }
}
