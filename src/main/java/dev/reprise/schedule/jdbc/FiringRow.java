package dev.reprise.schedule.jdbc;

import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.platform.jdbc.RowValues;
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

/** Maps a firing to its row and back. Tested by {@code ScheduleStoreContract}. */
final class FiringRow {

  static final String SELECT =
      """
      SELECT f.id, f.schedule_id, f.tenant, f.agent, f.due_at, f.until_at, f.dues, f.source,
             f.requested_by, f.status, f.reason, f.attempts, f.not_before, f.started_at, f.ended_at, f.lease_until,
             f.error
      FROM firing f
      """;

  private FiringRow() {}

  static RowValues of(Firing firing) {
    RowValues row =
        RowValues.of("firing")
            .set("id", firing.id())
            .set("schedule_id", firing.schedule())
            .set("tenant", firing.tenant())
            .set("agent", firing.agent())
            .set("due_at", firing.due())
            .set("until_at", firing.until())
            .set("dues", firing.dueTimeCount())
            .set("source", firing.source())
            .set("requested_by", firing.requestedBy())
            .set("status", firing.status())
            .set("reason", firing.reason())
            .zero("attempts")
            .set("not_before", firing.notBefore());
    return firing.status().isEnded() ? row.now("ended_at") : row;
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
