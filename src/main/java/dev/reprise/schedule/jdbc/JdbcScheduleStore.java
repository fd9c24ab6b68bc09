package dev.reprise.schedule.jdbc;

import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.SqlErrors;
import dev.reprise.schedule.DuePlan;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.FiringStatus;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.ScheduleStatus;
import dev.reprise.schedule.ScheduleStore;
import dev.reprise.schedule.SchedulesUnavailableException;
import dev.reprise.schedule.SlotDecision;
import dev.reprise.schedule.SlotSnapshot;
import dev.reprise.schedule.TooManySchedulesException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Schedules and firings in the database, judged by its clock, in SQL that Derby and PostgreSQL both
 * run. Rows are locked in one order everywhere: the gate, the schedule, its firings. Slots are
 * given out at the {@link SlotLock}; what becomes of them is told to {@link SlotTable}.
 */
@ApplicationScoped
class JdbcScheduleStore implements ScheduleStore {

  private static final String COUNT = "SELECT COUNT(*) FROM schedule WHERE tenant = ?";

  private static final String CLAIM =
      """
      UPDATE schedule SET next_at = ?, status = ?
      WHERE id = ? AND status = 'ACTIVE' AND revision = ? AND next_at = ?
        AND next_at <= CURRENT_TIMESTAMP\
      """;

  private DataSource database;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  JdbcScheduleStore() {}

  @Inject
  JdbcScheduleStore(DataSource database) {
    this.database = database;
  }

  @Override
  public Instant now() {
    return in(JdbcScheduleStore::now);
  }

  static Instant now(JdbcTransaction transaction) throws SQLException {
    return transaction
        .first(
            "SELECT CURRENT_TIMESTAMP FROM schedule_gate", row -> row.getTimestamp(1).toInstant())
        .orElseThrow();
  }

  @Override
  public boolean add(Schedule schedule, int most) {
    try {
      JdbcTransaction.with(
          database,
          transaction -> {
            // so that two who add at once do not count without each other
            SlotLock.lock(transaction);
            insert(transaction, schedule);
            requireAtMost(transaction, schedule.tenant(), most);
            return true;
          });
      return true;
    } catch (SQLException e) {
      if (SqlErrors.isDuplicateKey(e)) {
        return false;
      }
      throw new SchedulesUnavailableException(e);
    }
  }

  private static void insert(JdbcTransaction transaction, Schedule schedule) throws SQLException {
    transaction.update(
        ScheduleRow.INSERT,
        both(
            ScheduleRow.changeable(schedule),
            schedule.id(),
            schedule.tenant(),
            schedule.name(),
            schedule.revision(),
            schedule.by()));
  }

  private static void requireAtMost(JdbcTransaction transaction, String tenant, int most)
      throws SQLException {
    int there = transaction.first(COUNT, row -> row.getInt(1), tenant).orElseThrow();
    if (there > most) {
      throw new TooManySchedulesException(tenant, most);
    }
  }

  @Override
  public boolean change(Schedule schedule, Schedule changed) {
    Optional<Instant> next = schedule.course().next();
    String asRead = next.isPresent() ? " AND next_at = ?" : " AND next_at IS NULL";
    return in(
        transaction ->
            transaction.moves(
                ScheduleRow.CHANGE + asRead,
                both(
                    ScheduleRow.changeable(changed),
                    Stream.concat(
                            Stream.of(schedule.id(), schedule.revision()),
                            next.map(Timestamp::from).stream())
                        .toArray())));
  }

  private static @Nullable Object[] both(@Nullable Object[] some, @Nullable Object... others) {
    return Stream.concat(Arrays.stream(some), Arrays.stream(others)).toArray();
  }

  @Override
  public boolean remove(UUID schedule) {
    return in(
        transaction -> {
          boolean removed = transaction.moves("DELETE FROM schedule WHERE id = ?", schedule);
          transaction.update("DELETE FROM firing WHERE schedule_id = ?", schedule);
          return removed;
        });
  }

  @Override
  public Optional<Schedule> find(String tenant, String name) {
    return in(
        transaction ->
            transaction.first(
                ScheduleRow.SELECT + "WHERE tenant = ? AND name = ?",
                ScheduleRow::read,
                tenant,
                name));
  }

  @Override
  public Optional<Schedule> find(UUID schedule) {
    return in(
        transaction ->
            transaction.first(ScheduleRow.SELECT + "WHERE id = ?", ScheduleRow::read, schedule));
  }

  @Override
  public List<Schedule> list(String tenant, String after, int limit) {
    return in(
        transaction ->
            transaction.rows(
                ScheduleRow.SELECT + "WHERE tenant = ? AND name > ? ORDER BY name" + first(limit),
                ScheduleRow::read,
                tenant,
                after));
  }

  @Override
  public List<Schedule> due(int limit) {
    return in(
        transaction ->
            transaction.rows(
                ScheduleRow.SELECT
                    + "WHERE status = 'ACTIVE' AND next_at <= CURRENT_TIMESTAMP"
                    + " ORDER BY next_at, id"
                    + first(limit),
                ScheduleRow::read));
  }

  @Override
  public boolean claim(Schedule schedule, DuePlan plan) {
    return in(
        transaction -> {
          boolean ours =
              transaction.moves(
                  CLAIM,
                  ScheduleRow.timestamp(plan.next()),
                  (plan.next().isPresent() ? ScheduleStatus.ACTIVE : ScheduleStatus.ENDED).name(),
                  schedule.id(),
                  schedule.revision(),
                  ScheduleRow.timestamp(schedule.course().next()));
          if (ours) {
            insert(transaction, plan.firings());
          }
          return ours;
        });
  }

  /** Who inserts holds the row of the schedule, so nobody inserts the same meanwhile. */
  private static int insert(JdbcTransaction transaction, List<Firing> firings) throws SQLException {
    int inserted = 0;
    for (Firing firing : firings) {
      if (FiringRow.find(transaction, firing.id()).isEmpty()) {
        inserted += transaction.update(FiringRow.insert(firing), FiringRow.values(firing));
      }
    }
    return inserted;
  }

  @Override
  public int want(Schedule schedule, List<Firing> firings) {
    return in(
        transaction ->
            ScheduleRow.lock(transaction, schedule.id()) ? insert(transaction, firings) : 0);
  }

  @Override
  public List<Instant> taken(UUID schedule, Instant from, Instant until) {
    return in(
        transaction ->
            transaction.rows(
                """
                SELECT due_at FROM firing
                WHERE schedule_id = ? AND due_at >= ? AND due_at < ? AND source <> 'REQUEST'
                  AND (status IN ('PENDING', 'ACTIVE', 'COMPLETED') OR source = 'BACKFILL')\
                """,
                row -> row.getTimestamp("due_at").toInstant(),
                schedule,
                Timestamp.from(from),
                Timestamp.from(until)));
  }

  @Override
  public Decided decide(
      String owner, Duration lease, Function<SlotSnapshot, List<SlotDecision>> rulings) {
    return in(SlotLock::isQuiet)
        ? Decided.NOTHING
        : in(transaction -> SlotLock.allocate(transaction, owner, lease, rulings));
  }

  @Override
  public List<Firing> active() {
    return in(FiringRow::active);
  }

  @Override
  public Set<UUID> waiting() {
    return in(FiringRow::waiting);
  }

  @Override
  public boolean awaitPerson(Firing firing, int most) {
    return in(
        transaction -> {
          SlotLock.lock(transaction); // so that two do not count without each other
          return FiringRow.waiting(transaction).size() < most
              && SlotTable.awaitPerson(transaction, firing);
        });
  }

  @Override
  public void resume(Firing firing) {
    in(transaction -> SlotTable.resume(transaction, firing));
  }

  @Override
  public List<Firing> stale(String server, String thisStart) {
    return in(transaction -> SlotTable.stale(transaction, server, thisStart));
  }

  @Override
  public boolean recover(Firing firing) {
    return in(transaction -> SlotTable.recover(transaction, firing));
  }

  @Override
  public void submitted(Firing firing) {
    in(transaction -> SlotTable.submitted(transaction, firing));
  }

  @Override
  public boolean retry(Firing firing, Instant notBefore, String error) {
    return in(transaction -> SlotTable.retry(transaction, firing, notBefore, error));
  }

  @Override
  public boolean end(
      Firing firing, FiringStatus status, Instant at, Duration cooldown, Optional<String> error) {
    return in(
        transaction -> SlotTable.end(transaction, firing, status, at, at.plus(cooldown), error));
  }

  @Override
  public boolean withdraw(Firing firing) {
    return in(
        transaction ->
            transaction.moves(
                """
                UPDATE firing SET status = 'CANCELLED', reason = 'WITHDRAWN',
                                  ended_at = CURRENT_TIMESTAMP
                WHERE id = ? AND status = 'PENDING'\
                """,
                firing.id()));
  }

  @Override
  public Optional<Firing> firing(UUID schedule, UUID id) {
    return in(transaction -> FiringRow.find(transaction, id))
        .filter(firing -> firing.schedule().equals(schedule));
  }

  @Override
  public List<Firing> history(UUID schedule, Optional<Firing> after, int limit) {
    String behind = after.isEmpty() ? "" : " AND (f.due_at < ? OR (f.due_at = ? AND f.id < ?))";
    List<Object> parameters = new ArrayList<>(List.of(schedule));
    after.ifPresent(
        firing -> {
          Timestamp due = Timestamp.from(firing.due());
          parameters.addAll(List.of(due, due, firing.id()));
        });
    return in(
        transaction ->
            transaction.rows(
                FiringRow.SELECT
                    + "WHERE f.schedule_id = ?"
                    + behind
                    + " ORDER BY f.due_at DESC, f.id DESC"
                    + first(limit),
                FiringRow::read,
                parameters.toArray()));
  }

  @Override
  public int forget(Instant before) {
    return in(
        transaction ->
            transaction.update(
                """
                DELETE FROM firing
                WHERE status IN ('COMPLETED', 'FAILED', 'CANCELLED', 'SKIPPED') AND ended_at < ?\
                """,
                Timestamp.from(before)));
  }

  private static String first(int limit) {
    return " FETCH FIRST %d ROWS ONLY".formatted(limit);
  }

  private <T> T in(JdbcTransaction.Work<T> work) {
    try {
      return JdbcTransaction.with(database, work);
    } catch (SQLException e) {
      throw new SchedulesUnavailableException(e);
    }
  }
}
