package dev.reprise.schedule.jdbc;

import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.schedule.DueTimes;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.FiringId;
import dev.reprise.schedule.FiringReason;
import dev.reprise.schedule.FiringState;
import dev.reprise.schedule.FiringStatus;
import dev.reprise.schedule.FiringTrigger;
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
      firing.due(),
      firing.until(),
      firing.dueTimeCount(),
      firing.source().name(),
      firing.requestedBy(),
      firing.status().name(),
      firing.reason(),
      firing.notBefore()
    };
  }

  static Firing read(Row row) {
    return new Firing(
        new FiringId(row.id("id"), row.id("schedule_id"), row.text("tenant"), row.text("agent")),
        new DueTimes(
            row.instant("due_at"),
            row.instant("until_at"),
            row.integer("dues"),
            row.constant(FiringTrigger.class, "source"),
            row.optionalText("requested_by")),
        state(row),
        row.optionalText("error"));
  }

  private static FiringState state(Row row) {
    return new FiringState(
        row.constant(FiringStatus.class, "status"),
        row.optionalConstant(FiringReason.class, "reason"),
        row.integer("attempts"),
        row.instant("not_before"),
        row.optionalInstant("started_at"),
        row.optionalInstant("ended_at"),
        row.optionalInstant("lease_until").isPresent());
  }

  static Optional<Firing> find(JdbcTransaction transaction, UUID id) {
    return transaction.first(SELECT + "WHERE f.id = ?", FiringRow::read, id);
  }

  /** Returns the active firings that wait for a person and have no slot. */
  static Set<UUID> waiting(JdbcTransaction transaction) {
    return Set.copyOf(
        transaction.rows(
            "SELECT f.id FROM firing f WHERE f.status = 'ACTIVE' AND f.waits_since IS NOT NULL",
            row -> row.id("id")));
  }

  /** Returns the firings whose runs are open, or are being submitted. */
  static List<Firing> active(JdbcTransaction transaction) {
    return transaction.rows(SELECT + "WHERE f.status = 'ACTIVE'", FiringRow::read);
  }
}
