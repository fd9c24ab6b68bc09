package dev.reprise.schedule.jdbc;

import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.schedule.Firing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The statements on the table of firings, without those about slots. Tested by {@code
 * ScheduleStoreContract}.
 */
final class FiringTable {

  private FiringTable() {}

  /** The caller holds the lock of the schedule, so no other server inserts the same firings. */
  static int insert(JdbcTransaction transaction, List<Firing> firings) {
    int inserted = 0;
    for (Firing firing : firings) {
      if (FiringRow.find(transaction, firing.id()).isEmpty()) {
        inserted += transaction.insert(FiringRow.of(firing));
      }
    }
    return inserted;
  }

  static List<Instant> taken(
      JdbcTransaction transaction, UUID schedule, Instant from, Instant until) {
    return transaction.rows(
        """
        SELECT due_at FROM firing
        WHERE schedule_id = ? AND due_at >= ? AND due_at < ? AND source <> 'REQUEST'
          AND (status IN ('PENDING', 'ACTIVE', 'COMPLETED') OR source = 'BACKFILL')\
        """,
        row -> row.instant("due_at"),
        schedule,
        from,
        until);
  }

  static boolean withdraw(JdbcTransaction transaction, Firing firing) {
    return transaction.moves(
        """
        UPDATE firing SET status = 'CANCELLED', reason = 'WITHDRAWN',
                          ended_at = CURRENT_TIMESTAMP
        WHERE id = ? AND status = 'PENDING'\
        """,
        firing.id());
  }

  static List<Firing> history(
      JdbcTransaction transaction, UUID schedule, Optional<Firing.Place> after, int limit) {
    String older = after.isEmpty() ? "" : " AND (f.due_at < ? OR (f.due_at = ? AND f.id < ?))";
    List<Object> parameters = new ArrayList<>(List.of(schedule));
    after.ifPresent(
        firing -> {
          Instant due = firing.due();
          parameters.addAll(List.of(due, due, firing.id()));
        });
    return transaction.rows(
        FiringRow.SELECT
            + "WHERE f.schedule_id = ?"
            + older
            + " ORDER BY f.due_at DESC, f.id DESC"
            + first(limit),
        FiringRow::read,
        parameters.toArray());
  }

  static int forget(JdbcTransaction transaction, Instant before) {
    return transaction.update(
        """
        DELETE FROM firing
        WHERE status IN ('COMPLETED', 'FAILED', 'CANCELLED', 'SKIPPED') AND ended_at < ?\
        """,
        before);
  }

  static String first(int limit) {
    return " FETCH FIRST %d ROWS ONLY".formatted(limit);
  }
}
