package dev.reprise.queue;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.queue.row.RunSql;
import dev.reprise.run.decision.ProcessDeaths;
import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads the places of tenants and their runs in the queue from the current rows.
 *
 * <p>Every method throws {@link DatabaseException} if the database fails. Tested by {@code
 * FairQueueTest}.
 */
@ApplicationScoped
public class QueueInspector {

  private final Database database;
  private final FairShareSettings shares;

  @Inject
  public QueueInspector(Database database, FairShareSettings shares) {
    this.database = database;
    this.shares = shares;
  }

  /** Returns why a run is queued and how many runs are ahead of it; empty if it is not queued. */
  public Optional<QueuePosition> place(UUID run) {
    return database
        .first(RunSql.QUEUED, Place::read, run)
        .map(
            place -> {
              int ahead = ahead(place);
              return new QueuePosition(why(place, ahead), ahead);
            });
  }

  private record Place(
      String tenant,
      Optional<Instant> turnAt,
      Instant dueAt,
      boolean isDue,
      int losses,
      boolean isPostponedByBreaker,
      Optional<QueuedReason> starting) {

    private static Place read(Row row) {
      Optional<QueuedReason> starting =
          row.flag("reserved")
              ? Optional.of(
                  new QueuedReason.Starting(row.text("owner"), row.instant("lease_until")))
              : Optional.empty();
      return new Place(
          row.text("tenant"),
          row.optionalInstant("turn_at"),
          row.instant("due_at"),
          row.flag("due"),
          row.integer("losses"),
          row.optionalText("waiting_for").filter(RunSql.AGENT_BREAKER::equals).isPresent(),
          starting);
    }
  }

  private QueuedReason why(Place place, int ahead) {
    if (place.starting().isPresent()) {
      return place.starting().get();
    }
    if (!place.isDue()) {
      return place.isPostponedByBreaker()
          ? new QueuedReason.AgentBreakerOpen(place.dueAt())
          : new QueuedReason.NotDue(place.dueAt());
    }
    if (place.losses() >= ProcessDeaths.ALONE) {
      return new QueuedReason.Suspected(place.losses());
    }
    Optional<QueuedReason> limit = limit(place.tenant());
    if (limit.isPresent()) {
      return limit.get();
    }
    return ahead > 0 ? new QueuedReason.BehindOthersOfTenant() : new QueuedReason.ServersBusy();
  }

  private int ahead(Place place) {
    return (int)
        database.number(RunSql.AHEAD, place.tenant(), place.turnAt(), QueuePosition.MAX_AHEAD);
  }

  private Optional<QueuedReason> limit(String tenant) {
    return shares
        .maxRunning()
        .flatMap(
            limit ->
                Optional.of(inService(tenant))
                    .filter(running -> running >= limit)
                    .map(running -> new QueuedReason.TenantAtLimit(running, limit)));
  }

  private int inService(String tenant) {
    return (int) database.number(RunSql.IN_SERVICE, tenant, tenant, RunSql.BEFORE_OTHERS);
  }

  /**
   * Returns how many queued, running and waiting runs a tenant has, at most {@link RunCounts#MOST}
   * of each, so that a long queue costs no more than that.
   */
  public TenantQueueStatus standing(String tenant) {
    return database.together(
        statements -> {
          Standing queued = standing(statements, tenant, RunStatus.QUEUED);
          return new TenantQueueStatus(
              queued.runs(),
              standing(statements, tenant, RunStatus.RUNNING).runs(),
              standing(statements, tenant, RunStatus.WAITING).runs(),
              queued.oldestDue());
        });
  }

  private record Standing(long runs, Optional<Instant> oldestDue) {}

  private static Standing standing(JdbcTransaction statements, String tenant, RunStatus status) {
    return statements
        .first(
            RunSql.STANDING,
            row -> new Standing(row.number("runs"), row.optionalInstant("due_at")),
            status,
            tenant,
            RunCounts.MOST)
        .orElseThrow();
  }
}
