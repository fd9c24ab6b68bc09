package dev.reprise.schedule.jdbc;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.SqlErrors;
import dev.reprise.schedule.DuePlan;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.FiringStatus;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.ScheduleStore;
import dev.reprise.schedule.SlotDecision;
import dev.reprise.schedule.SlotSnapshot;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Schedules and firings in the database, by its clock, in SQL that Derby and PostgreSQL both run.
 * All transactions lock rows in one order: the gate, the schedule, its firings. {@link SlotLock}
 * gives out slots, and {@link SlotTable} notes what happens to them. Tested by {@code
 * ScheduleStoreContract}.
 */
@ApplicationScoped
class JdbcScheduleStore implements ScheduleStore {

  private final Database database;

  @Inject
  JdbcScheduleStore(Database database) {
    this.database = database;
  }

  @Override
  public Instant now() {
    return database.together(JdbcScheduleStore::now);
  }

  static Instant now(JdbcTransaction transaction) {
    return transaction
        .first(
            "SELECT CURRENT_TIMESTAMP AS read_at FROM schedule_gate", row -> row.instant("read_at"))
        .orElseThrow();
  }

  @Override
  public boolean add(Schedule schedule, int maxOfTenant) {
    try {
      return database.together(
          transaction -> ScheduleTable.add(transaction, schedule, maxOfTenant));
    } catch (DatabaseException e) {
      if (e.is(SqlErrors::isDuplicateKey)) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public boolean change(Schedule schedule, Schedule changed) {
    return database.together(transaction -> ScheduleTable.change(transaction, schedule, changed));
  }

  @Override
  public boolean remove(UUID schedule) {
    return database.together(transaction -> ScheduleTable.remove(transaction, schedule));
  }

  @Override
  public Optional<Schedule> find(String tenant, String name) {
    return database.together(transaction -> ScheduleTable.find(transaction, tenant, name));
  }

  @Override
  public Optional<Schedule> find(UUID schedule) {
    return database.together(transaction -> ScheduleTable.find(transaction, schedule));
  }

  @Override
  public List<Schedule> list(String tenant, String after, int limit) {
    return database.together(transaction -> ScheduleTable.list(transaction, tenant, after, limit));
  }

  @Override
  public List<Schedule> due(int limit) {
    return database.together(transaction -> ScheduleTable.due(transaction, limit));
  }

  @Override
  public boolean claim(Schedule schedule, DuePlan plan) {
    return database.together(transaction -> ScheduleTable.claim(transaction, schedule, plan));
  }

  @Override
  public int request(Schedule schedule, List<Firing> firings) {
    return database.together(
        transaction ->
            ScheduleRow.lock(transaction, schedule.id())
                ? FiringTable.insert(transaction, firings)
                : 0);
  }

  @Override
  public List<Instant> taken(UUID schedule, Instant from, Instant until) {
    return database.together(transaction -> FiringTable.taken(transaction, schedule, from, until));
  }

  @Override
  public Decided decide(
      String owner, Duration lease, Function<SlotSnapshot, List<SlotDecision>> decisions) {
    return database.together(SlotLock::isQuiet)
        ? Decided.NOTHING
        : database.together(transaction -> SlotLock.allocate(transaction, owner, lease, decisions));
  }

  @Override
  public List<Firing> active() {
    return database.together(FiringRow::active);
  }

  @Override
  public Set<UUID> waiting() {
    return database.together(FiringRow::waiting);
  }

  @Override
  public boolean awaitPerson(Firing firing, int maxWaiting) {
    return database.together(
        transaction -> {
          SlotLock.lock(transaction); // so that two concurrent waits count each other
          return FiringRow.waiting(transaction).size() < maxWaiting
              && SlotTable.awaitPerson(transaction, firing);
        });
  }

  @Override
  public void resume(Firing firing) {
    database.together(transaction -> SlotTable.resume(transaction, firing));
  }

  @Override
  public List<Firing> stale(String server, String thisStart) {
    return database.together(transaction -> SlotTable.stale(transaction, server, thisStart));
  }

  @Override
  public boolean recover(Firing firing) {
    return database.together(transaction -> SlotTable.recover(transaction, firing));
  }

  @Override
  public boolean postpone(Firing firing, Instant notBefore, String why) {
    return database.together(
        transaction -> SlotTable.postpone(transaction, firing, notBefore, why));
  }

  @Override
  public void submitted(Firing firing) {
    database.together(transaction -> SlotTable.submitted(transaction, firing));
  }

  @Override
  public boolean retry(Firing firing, Instant notBefore, String error) {
    return database.together(transaction -> SlotTable.retry(transaction, firing, notBefore, error));
  }

  @Override
  public boolean end(
      Firing firing, FiringStatus status, Instant at, Duration cooldown, Optional<String> error) {
    return database.together(
        transaction -> SlotTable.end(transaction, firing, status, at, at.plus(cooldown), error));
  }

  @Override
  public boolean withdraw(Firing firing) {
    return database.together(transaction -> FiringTable.withdraw(transaction, firing));
  }

  @Override
  public Optional<Firing> firing(UUID schedule, UUID id) {
    return database
        .together(transaction -> FiringRow.find(transaction, id))
        .filter(firing -> firing.schedule().equals(schedule));
  }

  @Override
  public List<Firing> history(UUID schedule, Optional<Firing.Place> after, int limit) {
    return database.together(
        transaction -> FiringTable.history(transaction, schedule, after, limit));
  }

  @Override
  public int forget(Instant before) {
    return database.together(transaction -> FiringTable.forget(transaction, before));
  }
}
