package dev.reprise.queue;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.queue.row.IdBatches;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunSql;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reserves due runs for a limited time.
 *
 * <p>If there are places for all due runs, one poll of the rows is enough. Otherwise, or if tenants
 * have a limit, {@link FairShareAllocator} decides, for one server at a time. Each server then sees
 * the reservations of all others, so no tenant exceeds its limit and no share is given twice. There
 * is one exception: if a server needs longer than a lease to claim a run, the tenant may exceed its
 * limit by that run.
 */
@ApplicationScoped
public class QueueReservations {

  private final Database database;
  private final FairShareSettings shares;
  private final Clock clock;

  /**
   * The time at which this server last gave a place to each tenant that has due runs. The server
   * loses these times when it ends; then the tenants with the oldest runs are first.
   */
  private final Map<String, Instant> lastTurns = new ConcurrentHashMap<>();

  @Inject
  public QueueReservations(Database database, FairShareSettings shares, Clock clock) {
    this.database = database;
    this.shares = shares;
    this.clock = clock;
  }

  /** Reserves due runs whose journals the owner can read, at most as many as there are places. */
  List<RunRow> take(String owner, Duration lease, int places) {
    return database.together(
        database -> {
          var look = new DueQueue.Look(database, places, owner);
          DueQueue due = DueQueue.glance(look);
          boolean isEnough = due.isWhole() && due.all().size() <= places;
          boolean hasLimit = shares.maxRunning().isPresent() && !due.all().isEmpty();
          List<UUID> chosen = isEnough && !hasLimit ? due.all() : shared(look);
          return reserve(database, chosen, owner, lease);
        });
  }

  /**
   * Reserves the next run that must start where nothing else is at work, if there is one. It does
   * not count towards the share of its tenant.
   *
   * @param owner the id of the server process that will start the run
   * @param time how long the run must have been due, in whole seconds
   */
  public Optional<RunRow> takeAlone(String owner, Duration lease, Duration time) {
    return database.together(
        database -> {
          Optional<UUID> next = database.first(RunSql.dueAlone(time), row -> row.id("id"));
          return reserve(database, next.stream().toList(), owner, lease).stream().findFirst();
        });
  }

  /**
   * Extends a reservation.
   *
   * @return false if the owner does not have it any more
   */
  public boolean keep(UUID run, String owner, Duration lease) {
    return database.moves(RunSql.keep(lease), run, owner);
  }

  private List<UUID> shared(DueQueue.Look look) {
    JdbcTransaction database = look.database();
    database.update(RunSql.ONE_AT_A_TIME); // reservations of the previous server are visible now
    Map<String, Integer> running = running(database);
    Map<String, DueQueue.Front> fronts = DueQueue.ofAllTenants(look).byTenant();
    List<FairShareAllocator.Demand> claimants = new ArrayList<>();
    fronts.forEach(
        (tenant, front) -> claimants.add(claimant(tenant, front, running.getOrDefault(tenant, 0))));
    Instant now = clock.instant();
    Map<String, Integer> given = FairShareAllocator.share(claimants, look.places(), now);
    lastTurns.keySet().retainAll(fronts.keySet());
    given.keySet().forEach(tenant -> lastTurns.put(tenant, now));
    return fronts.entrySet().stream()
        .flatMap(
            front -> front.getValue().due().stream().limit(given.getOrDefault(front.getKey(), 0)))
        .toList();
  }

  private static Map<String, Integer> running(JdbcTransaction database) {
    Map<String, Integer> running = new HashMap<>();
    database.rows(RunSql.RUNNING, row -> running.put(row.text("tenant"), row.integer("running")));
    return running;
  }

  private FairShareAllocator.Demand claimant(String tenant, DueQueue.Front front, int running) {
    int inService = running + front.reserved();
    Instant oldest = front.oldest().orElse(Instant.MAX);
    Instant lastTurn = lastTurns.getOrDefault(tenant, Instant.MIN);
    return new FairShareAllocator.Demand(
        tenant,
        shares.weightOf(tenant),
        inService,
        Math.min(front.due().size(), shares.room(inService)),
        oldest.isAfter(lastTurn) ? oldest : lastTurn);
  }

  /** Skips the runs that another server has reserved in the meantime. */
  private static List<RunRow> reserve(
      JdbcTransaction database, List<UUID> chosen, String owner, Duration lease) {
    // All servers use the same order, so that no two servers deadlock.
    List<UUID> inOrder = chosen.stream().sorted().toList();
    List<UUID> taken = database.changed(RunSql.reserve(lease), owner, inOrder);
    Map<UUID, RunRow> rows = new HashMap<>();
    IdBatches.ask(
            RunRow.SELECT + "WHERE r.id",
            taken,
            (sql, ids) -> database.rows(sql, RunRow::read, ids))
        .forEach(row -> rows.put(row.id(), row));
    return chosen.stream().filter(rows::containsKey).map(rows::get).toList();
  }
}
