package dev.reprise.schedule;

import dev.reprise.platform.Transaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Schedules and firings in the database, judged by its clock, in SQL that Derby and PostgreSQL both
 * run. Rows are locked in one order everywhere: the gate, the schedule, its firings.
 */
@ApplicationScoped
class ScheduleTables implements ScheduleStore {

  private static final int LONGEST_ERROR = 2_000;
  private static final String DUPLICATE_KEY = "23505";

  private static final String IS_PENDING =
      "f.status = 'PENDING' AND f.not_before <= CURRENT_TIMESTAMP";

  /** Of those that wait, only the first of each schedule: a backfill may have thousands. */
  private static final String PENDING =
      FiringRow.SELECT
          + """
          WHERE %s AND (f.source = 'CLOCK' OR f.attempts > 0 OR NOT EXISTS (
            SELECT 1 FROM firing g
            WHERE g.schedule_id = f.schedule_id AND g.status = 'PENDING' AND g.attempts = 0
              AND g.source <> 'CLOCK' AND g.not_before <= CURRENT_TIMESTAMP
              AND (g.due_at < f.due_at OR (g.due_at = f.due_at AND g.id < f.id))))"""
              .formatted(IS_PENDING);

  /**
   * What waits for a time costs nothing until then, unless its schedule has another one pending.
   */
  private static final String RESTING =
      FiringRow.SELECT
          + """
          WHERE f.status = 'PENDING' AND f.not_before > CURRENT_TIMESTAMP
            AND (f.attempts > 0 OR f.source = 'CLOCK')
            AND f.schedule_id IN (
              SELECT g.schedule_id FROM firing g
              WHERE g.status = 'PENDING' AND g.not_before <= CURRENT_TIMESTAMP)""";

  private static final String CLAIM =
      """
      UPDATE schedule SET next_at = ?, status = ?
      WHERE id = ? AND status = 'ACTIVE' AND revision = ? AND next_at = ?
        AND next_at <= CURRENT_TIMESTAMP""";

  /** The rest behind its last firing is looked at once more by who takes the slot. */
  private static final String START =
      """
      UPDATE schedule SET started_at = CURRENT_TIMESTAMP
      WHERE id = ? AND (? = 1 OR cool_until IS NULL OR cool_until <= CURRENT_TIMESTAMP)""";

  private static final String STALE =
      FiringRow.SELECT
          + """
          WHERE f.status = 'ACTIVE' AND (f.lease_until < CURRENT_TIMESTAMP
            OR (SUBSTR(f.owner, 1, ?) = ? AND f.owner <> ?))""";

  private static final String NO_OWNER = "owner = NULL, lease_until = NULL";

  private DataSource database;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ScheduleTables() {}

  @Inject
  ScheduleTables(DataSource database) {
    this.database = database;
  }

  @Override
  public Instant now() {
    return in(ScheduleTables::now);
  }

  private static Instant now(Transaction transaction) throws SQLException {
    return transaction
        .first(
            "SELECT CURRENT_TIMESTAMP FROM schedule_gate", row -> row.getTimestamp(1).toInstant())
        .orElseThrow();
  }

  @Override
  public boolean add(Schedule schedule) {
    try {
      Transaction.with(
          database,
          transaction ->
              transaction.update(
                  ScheduleRow.INSERT,
                  both(
                      ScheduleRow.changeable(schedule),
                      schedule.id(),
                      schedule.tenant(),
                      schedule.name(),
                      schedule.revision(),
                      schedule.by())));
      return true;
    } catch (SQLException e) {
      if (DUPLICATE_KEY.equals(e.getSQLState())) {
        return false;
      }
      throw new SchedulesUnavailable(e);
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

  private static String first(int limit) {
    return " FETCH FIRST %d ROWS ONLY".formatted(limit);
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
  private static int insert(Transaction transaction, List<Firing> firings) throws SQLException {
    int inserted = 0;
    for (Firing firing : firings) {
      if (find(transaction, firing.id()).isEmpty()) {
        inserted += transaction.update(FiringRow.insert(firing), FiringRow.values(firing));
      }
    }
    return inserted;
  }

  private static Optional<Firing> find(Transaction transaction, UUID id) throws SQLException {
    return transaction.first(FiringRow.SELECT + "WHERE f.id = ?", FiringRow::read, id);
  }

  @Override
  public int want(Schedule schedule, List<Firing> firings) {
    return in(transaction -> lock(transaction, schedule.id()) ? insert(transaction, firings) : 0);
  }

  @Override
  public List<Instant> taken(UUID schedule, Instant from, Instant until) {
    return in(
        transaction ->
            transaction.rows(
                """
                SELECT due_at FROM firing
                WHERE schedule_id = ? AND due_at >= ? AND due_at < ? AND source <> 'REQUEST'
                  AND (status IN ('PENDING', 'ACTIVE', 'COMPLETED') OR source = 'BACKFILL')""",
                row -> row.getTimestamp("due_at").toInstant(),
                schedule,
                Timestamp.from(from),
                Timestamp.from(until)));
  }

  @Override
  public Decided decide(String owner, Duration lease, Function<Book, List<Ruling>> rulings) {
    boolean isQuiet =
        in(
            transaction ->
                transaction
                    .first("SELECT f.id FROM firing f WHERE " + IS_PENDING + first(1), row -> row)
                    .isEmpty());
    return isQuiet
        ? Decided.NOTHING
        : in(
            transaction -> {
              transaction.update("UPDATE schedule_gate SET turn = turn + 1");
              return carryOut(transaction, owner, lease, rulings.apply(book(transaction)));
            });
  }

  /**
   * Slots are read first: one that is given back meanwhile is seen as taken, which harms nobody.
   */
  private static Book book(Transaction transaction) throws SQLException {
    List<Firing> active = active(transaction);
    List<Firing> pending = transaction.rows(PENDING, FiringRow::read);
    Map<UUID, Schedule> schedules =
        transaction
            .rows(
                ScheduleRow.SELECT
                    + "WHERE id IN (SELECT f.schedule_id FROM firing f WHERE "
                    + IS_PENDING
                    + ")",
                ScheduleRow::read)
            .stream()
            .collect(Collectors.toMap(Schedule::id, it -> it));
    return new Book(
        now(transaction),
        pending.stream().filter(firing -> schedules.containsKey(firing.schedule())).toList(),
        transaction.rows(RESTING, FiringRow::read),
        active,
        schedules);
  }

  private static Decided carryOut(
      Transaction transaction, String owner, Duration lease, List<Ruling> rulings)
      throws SQLException {
    List<Firing> begun = new ArrayList<>();
    List<Firing> replaced = new ArrayList<>();
    for (Ruling ruling : rulings) {
      Firing firing = ruling.firing();
      switch (ruling.decision()) {
        case Decision.Start ignored -> {
          if (transaction.moves(START, firing.schedule(), firing.isOpen() ? 1 : 0)
              && transaction.moves(begin(lease), owner, firing.id())) {
            begun.add(find(transaction, firing.id()).orElseThrow());
          }
        }
        case Decision.Delay(Reason reason, Optional<Instant> until) ->
            wait(transaction, firing, reason, until);
        case Decision.Skip(Reason reason) ->
            transaction.update(
                """
                UPDATE firing SET status = 'SKIPPED', reason = ?, ended_at = CURRENT_TIMESTAMP
                WHERE id = ? AND status = 'PENDING'""",
                reason.name(),
                firing.id());
        case Decision.Replace(List<Firing> older) -> {
          wait(transaction, firing, Reason.REPLACED, Optional.empty());
          for (Firing old : older) {
            if (replace(transaction, old)) {
              replaced.add(old);
            }
          }
        }
      }
    }
    return new Decided(begun, replaced);
  }

  private static String begin(Duration lease) {
    return """
    UPDATE firing SET status = 'ACTIVE', reason = NULL, attempts = attempts + 1, owner = ?,
                      lease_until = {fn TIMESTAMPADD(SQL_TSI_SECOND, %d, CURRENT_TIMESTAMP)},
                      started_at = COALESCE(started_at, CURRENT_TIMESTAMP)
    WHERE id = ? AND status = 'PENDING'"""
        .formatted(lease.toSeconds());
  }

  private static void wait(
      Transaction transaction, Firing firing, Reason reason, Optional<Instant> until)
      throws SQLException {
    if (!firing.reason().equals(Optional.of(reason)) || until.isPresent()) {
      transaction.update(
          "UPDATE firing SET reason = ?, not_before = ? WHERE id = ? AND status = 'PENDING'",
          reason.name(),
          Timestamp.from(until.orElse(firing.notBefore())),
          firing.id());
    }
  }

  /** One that is between two attempts has nothing to be cancelled any more but its run's name. */
  private static boolean replace(Transaction transaction, Firing old) throws SQLException {
    return transaction.moves(
            """
            UPDATE firing SET reason = 'REPLACED'
            WHERE id = ? AND status = 'ACTIVE' AND reason IS NULL""",
            old.id())
        || transaction.moves(
            """
            UPDATE firing SET status = 'CANCELLED', reason = 'REPLACED',
                              ended_at = CURRENT_TIMESTAMP
            WHERE id = ? AND status = 'PENDING'""",
            old.id());
  }

  @Override
  public List<Firing> active() {
    return in(ScheduleTables::active);
  }

  private static List<Firing> active(Transaction transaction) throws SQLException {
    return transaction.rows(FiringRow.SELECT + "WHERE f.status = 'ACTIVE'", FiringRow::read);
  }

  @Override
  public List<Firing> stale(String server, String thisStart) {
    String name = server + "#";
    return in(
        transaction -> transaction.rows(STALE, FiringRow::read, name.length(), name, thisStart));
  }

  @Override
  public boolean recover(Firing firing) {
    return in(
        transaction ->
            transaction.moves(
                "UPDATE firing SET status = 'PENDING', reason = 'RECOVERED',"
                    + " attempts = attempts - 1, "
                    + NO_OWNER
                    + " WHERE id = ? AND status = 'ACTIVE' AND lease_until IS NOT NULL",
                firing.id()));
  }

  @Override
  public void submitted(Firing firing) {
    in(
        transaction ->
            transaction.update(
                "UPDATE firing SET " + NO_OWNER + " WHERE id = ? AND status = 'ACTIVE'",
                firing.id()));
  }

  @Override
  public boolean retry(Firing firing, Instant notBefore, String error) {
    return in(
        transaction ->
            lock(transaction, firing.schedule())
                && transaction.moves(
                    "UPDATE firing SET status = 'PENDING', reason = 'RETRY', error = ?,"
                        + " not_before = ?, "
                        + NO_OWNER
                        + " WHERE id = ? AND status = 'ACTIVE'",
                    cut(error),
                    Timestamp.from(notBefore),
                    firing.id())
                && failed(transaction, firing, error));
  }

  @Override
  public boolean end(
      Firing firing, FiringStatus status, Instant at, Duration cooldown, Optional<String> error) {
    return in(
        transaction ->
            lock(transaction, firing.schedule())
                && transaction.moves(
                    "UPDATE firing SET status = ?, error = ?, ended_at = ?, "
                        + NO_OWNER
                        + " WHERE id = ? AND status = 'ACTIVE'",
                    status.name(),
                    error.map(ScheduleTables::cut).orElse(null),
                    Timestamp.from(at),
                    firing.id())
                && rest(transaction, firing, at.plus(cooldown))
                && switch (status) {
                  case FAILED -> failed(transaction, firing, error.orElse(""));
                  case COMPLETED ->
                      transaction.moves(
                          "UPDATE schedule SET attempts = 0, error = NULL WHERE id = ?",
                          firing.schedule());
                  case CANCELLED -> true;
                  case PENDING, ACTIVE, SKIPPED ->
                      throw new IllegalArgumentException("no firing with a slot ends " + status);
                });
  }

  /** Keeps others off the schedule and its firings until the transaction ends. */
  private static boolean lock(Transaction transaction, UUID schedule) throws SQLException {
    return transaction.moves("UPDATE schedule SET updated_at = updated_at WHERE id = ?", schedule);
  }

  private static boolean failed(Transaction transaction, Firing firing, String error)
      throws SQLException {
    return transaction.moves(
        "UPDATE schedule SET attempts = attempts + 1, error = ? WHERE id = ?",
        cut(error),
        firing.schedule());
  }

  /** A rest is never made shorter: where firings overlap, it counts from the end of the last. */
  private static boolean rest(Transaction transaction, Firing firing, Instant until)
      throws SQLException {
    transaction.update(
        """
        UPDATE schedule SET cool_until = ?
        WHERE id = ? AND (cool_until IS NULL OR cool_until < ?)""",
        Timestamp.from(until),
        firing.schedule(),
        Timestamp.from(until));
    return true;
  }

  @Override
  public boolean withdraw(Firing firing) {
    return in(
        transaction ->
            transaction.moves(
                """
                UPDATE firing SET status = 'CANCELLED', reason = 'WITHDRAWN',
                                  ended_at = CURRENT_TIMESTAMP
                WHERE id = ? AND status = 'PENDING'""",
                firing.id()));
  }

  @Override
  public Optional<Firing> firing(UUID schedule, UUID id) {
    return in(transaction -> find(transaction, id))
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
                WHERE status IN ('COMPLETED', 'FAILED', 'CANCELLED', 'SKIPPED') AND ended_at < ?""",
                Timestamp.from(before)));
  }

  private static String cut(String error) {
    return error.length() <= LONGEST_ERROR ? error : error.substring(0, LONGEST_ERROR - 1) + "…";
  }

  private <T> T in(Transaction.Work<T> work) {
    try {
      return Transaction.with(database, work);
    } catch (SQLException e) {
      throw new SchedulesUnavailable(e);
    }
  }
}
