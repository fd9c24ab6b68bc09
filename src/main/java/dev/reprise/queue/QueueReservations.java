package dev.reprise.queue;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.IdOrder;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.queue.row.IdBatches;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunSql;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Reserves due runs for a limited time.
 *
 * <p>If there are places for all due runs, one poll of the rows is enough. Otherwise, or if tenants
 * have a limit, {@link FairShareAllocator} decides, for one server at a time. Each server then sees
 * the reservations of all others, so no tenant exceeds its limit and no share is given twice. There
 * is one exception: if a server needs longer than a lease to claim a run, the tenant may exceed its
 * limit by that run. One thread at a time uses an object of this class.
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

  private Backlog backlog = Backlog.NONE;

  @Inject
  public QueueReservations(Database database, FairShareSettings shares, Clock clock) {
    this.database = database;
    this.shares = shares;
    this.clock = clock;
  }

  /** Reserves due runs whose journals the owner can read, at most as many as there are places. */
  List<RunRow> take(String owner, Duration lease, int places) {
    List<RunRow> taken =
        backlog.fills(places, clock.instant())
            ? database.together(database -> reserve(database, shared(places), owner, lease))
            : List.of();
    if (taken.size() == places) {
      return taken;
    }
    // Other servers have taken some of those that were read.
    return Stream.concat(taken.stream(), read(owner, lease, places - taken.size()).stream())
        .toList();
  }

  private List<RunRow> read(String owner, Duration lease, int places) {
    backlog = Backlog.NONE;
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
    Instant began = clock.instant();
    Map<String, Integer> running = running(database);
    Map<String, DueQueue.Front> fronts = DueQueue.ofAllTenants(look, shares::weightOf).byTenant();
    Instant now = clock.instant();
    backlog = Backlog.of(fronts, running, Duration.between(began, now), now);
    lastTurns.keySet().retainAll(fronts.keySet());
    List<UUID> chosen = shared(look.places());
    if (shares.maxRunning().isPresent()) {
      backlog = Backlog.NONE; // the next poll must see what other servers have reserved
    }
    return chosen;
  }

  /** Chooses from what was read. */
  private List<UUID> shared(int places) {
    Instant now = clock.instant();
    List<FairShareAllocator.Demand> claimants =
        backlog.tenants().stream().map(this::claimant).toList();
    Map<String, Integer> given = FairShareAllocator.share(claimants, places, now);
    given.keySet().forEach(tenant -> lastTurns.put(tenant, now));
    return backlog.take(given);
  }

  private static Map<String, Integer> running(JdbcTransaction database) {
    Map<String, Integer> running = new HashMap<>();
    database.rows(RunSql.RUNNING, row -> running.put(row.text("tenant"), row.integer("running")));
    return running;
  }

  private FairShareAllocator.Demand claimant(Backlog.Tenant tenant) {
    Instant oldest = tenant.oldest().orElse(Instant.MAX);
    Instant lastTurn = lastTurns.getOrDefault(tenant.name(), Instant.MIN);
    return new FairShareAllocator.Demand(
        tenant.name(),
        shares.weightOf(tenant.name()),
        tenant.inService(),
        Math.min(tenant.left(), shares.room(tenant.inService())),
        oldest.isAfter(lastTurn) ? oldest : lastTurn);
  }

  /** Skips the runs that another server has reserved in the meantime. */
  private static List<RunRow> reserve(
      JdbcTransaction database, List<UUID> chosen, String owner, Duration lease) {
    List<UUID> inOrder = chosen.stream().sorted(IdOrder.OF_LOCKS).toList();
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
