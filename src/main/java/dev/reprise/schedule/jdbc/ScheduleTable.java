package dev.reprise.schedule.jdbc;

import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.schedule.DuePlan;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.ScheduleStatus;
import dev.reprise.schedule.TooManySchedulesException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The statements on the table of schedules. Tested by {@code ScheduleStoreContract}. */
final class ScheduleTable {

  private static final String COUNT = "SELECT COUNT(*) FROM schedule WHERE tenant = ?";

  private static final String CLAIM =
      """
      UPDATE schedule SET next_at = ?, status = ?
      WHERE id = ? AND status = 'ACTIVE' AND revision = ? AND next_at = ?
        AND next_at <= CURRENT_TIMESTAMP\
      """;

  private ScheduleTable() {}

  static boolean add(JdbcTransaction transaction, Schedule schedule, int maxOfTenant) {
    SlotLock.lock(transaction); // so that two concurrent additions count each other
    insert(transaction, schedule);
    requireAtMost(transaction, schedule.tenant(), maxOfTenant);
    return true;
  }

  private static void insert(JdbcTransaction transaction, Schedule schedule) {
    transaction.insert(
        ScheduleRow.changeable(schedule)
            .set("id", schedule.id())
            .set("tenant", schedule.tenant())
            .set("name", schedule.name())
            .set("revision", schedule.revision())
            .zero("attempts")
            .set("made_by", schedule.by())
            .now("created_at"));
  }

  private static void requireAtMost(JdbcTransaction transaction, String tenant, int maxOfTenant) {
    long present = transaction.number(COUNT, tenant);
    if (present > maxOfTenant) {
      throw new TooManySchedulesException(tenant, maxOfTenant);
    }
  }

  static boolean change(JdbcTransaction transaction, Schedule schedule, Schedule changed) {
    Optional<Instant> next = schedule.course().next();
    String asRead = next.isPresent() ? " AND next_at = ?" : " AND next_at IS NULL";
    return transaction.moves(
        ScheduleRow.changeable(changed).sql("revision", "revision + 1"),
        "id = ? AND revision = ?" + asRead,
        Stream.concat(Stream.of(schedule.id(), schedule.revision()), next.stream()).toArray());
  }

  static boolean remove(JdbcTransaction transaction, UUID schedule) {
    boolean removed = transaction.moves("DELETE FROM schedule WHERE id = ?", schedule);
    transaction.update("DELETE FROM firing WHERE schedule_id = ?", schedule);
    return removed;
  }

  static Optional<Schedule> find(JdbcTransaction transaction, String tenant, String name) {
    return transaction.first(
        ScheduleRow.SELECT + "WHERE tenant = ? AND name = ?", ScheduleRow::read, tenant, name);
  }

  static Optional<Schedule> find(JdbcTransaction transaction, UUID schedule) {
    return transaction.first(ScheduleRow.SELECT + "WHERE id = ?", ScheduleRow::read, schedule);
  }

  static List<Schedule> list(JdbcTransaction transaction, String tenant, String after, int limit) {
    return transaction.rows(
        ScheduleRow.SELECT
            + "WHERE tenant = ? AND name > ? ORDER BY name"
            + FiringTable.first(limit),
        ScheduleRow::read,
        tenant,
        after);
  }

  static List<Schedule> due(JdbcTransaction transaction, int limit) {
    return transaction.rows(
        ScheduleRow.SELECT
            + "WHERE status = 'ACTIVE' AND next_at <= CURRENT_TIMESTAMP ORDER BY next_at, id"
            + FiringTable.first(limit),
        ScheduleRow::read);
  }

  static boolean claim(JdbcTransaction transaction, Schedule schedule, DuePlan plan) {
    boolean ours =
        transaction.moves(
            CLAIM,
            plan.next(),
            (plan.next().isPresent() ? ScheduleStatus.ACTIVE : ScheduleStatus.ENDED).name(),
            schedule.id(),
            schedule.revision(),
            schedule.course().next());
    if (ours) {
      FiringTable.insert(transaction, plan.firings());
    }
    return ours;
  }
}
