package dev.reprise.schedule.jdbc;

import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.schedule.DueTimes;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.FiringId;
import dev.reprise.schedule.FiringReason;
import dev.reprise.schedule.FiringState;
import dev.reprise.schedule.FiringStatus;
import dev.reprise.schedule.FiringTrigger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Maps a firing to its row and back. */
final class FiringRow {

  static final String SELECT =
      """
      SELECT f.id, f.schedule_id, f.tenant, f.agent, f.due_at, f.until_at, f.dues, f.source,
             f.requested_by, f.status, f.reason, f.attempts, f.not_before, f.started_at, f.ended_at, f.lease_until,
             f.error
      FROM firing f
      """;

  static final String INSERT =
      """
      INSERT INTO firing (id, schedule_id, tenant, agent, due_at, until_at, dues, source,
                          requested_by, status, reason, attempts, not_before, ended_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, %s)""";

  private FiringRow() {}

  static String insert(Firing firing) {
    return INSERT.formatted(firing.status().isEnded() ? "CURRENT_TIMESTAMP" : "NULL");
  }

  static @Nullable Object[] values(Firing firing) {
    return new @Nullable Object[] {
      firing.id(),
      firing.schedule(),
      firing.tenant(),
      firing.agent(),
      Timestamp.from(firing.due()),
      Timestamp.from(firing.until()),
      firing.dueTimeCount(),
      firing.source().name(),
      firing.requestedBy().orElse(null),
      firing.status().name(),
      firing.reason().map(FiringReason::name).orElse(null),
      Timestamp.from(firing.notBefore())
    };
  }

  static Firing read(ResultSet row) throws SQLException {
    return new Firing(
        new FiringId(
            UUID.fromString(row.getString("id")),
            UUID.fromString(row.getString("schedule_id")),
            row.getString("tenant"),
            row.getString("agent")),
        new DueTimes(
            row.getTimestamp("due_at").toInstant(),
            row.getTimestamp("until_at").toInstant(),
            row.getInt("dues"),
            FiringTrigger.valueOf(row.getString("source")),
            Optional.ofNullable(row.getString("requested_by"))),
        state(row),
        Optional.ofNullable(row.getString("error")));
  }

  private static FiringState state(ResultSet row) throws SQLException {
    return new FiringState(
        FiringStatus.valueOf(row.getString("status")),
        Optional.ofNullable(row.getString("reason")).map(FiringReason::valueOf),
        row.getInt("attempts"),
        row.getTimestamp("not_before").toInstant(),
        ScheduleRow.instant(row, "started_at"),
        ScheduleRow.instant(row, "ended_at"),
        ScheduleRow.instant(row, "lease_until").isPresent());
  }

  static Optional<Firing> find(JdbcTransaction transaction, UUID id) throws SQLException {
    return transaction.first(SELECT + "WHERE f.id = ?", FiringRow::read, id);
  }

  /** Returns the active firings that wait for a person and have no slot. */
  static Set<UUID> waiting(JdbcTransaction transaction) throws SQLException {
    return Set.copyOf(
        transaction.rows(
            "SELECT f.id FROM firing f WHERE f.status = 'ACTIVE' AND f.waits_since IS NOT NULL",
            row -> UUID.fromString(row.getString("id"))));
  }

  /** Returns the firings whose runs are open, or are being submitted. */
  static List<Firing> active(JdbcTransaction transaction) throws SQLException {
    return transaction.rows(SELECT + "WHERE f.status = 'ACTIVE'", FiringRow::read);
  }
}
