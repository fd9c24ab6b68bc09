package dev.reprise.run.queue;

import dev.reprise.run.RunTable;
import dev.reprise.run.RunsUnavailable;
import dev.reprise.run.Statements;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.Setbacks;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Says where tenants and their runs stand in the queue, as the rows have it when it is asked.
 *
 * <p>Every method throws {@link RunsUnavailable} if the database fails.
 */
@ApplicationScoped
public class QueueWatch {

  private RunTable table;
  private FairShare shares;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  QueueWatch() {}

  @Inject
  public QueueWatch(RunTable table, FairShare shares) {
    this.table = table;
    this.shares = shares;
  }

  /** Returns why a run is queued and what is ahead of it; empty if it is not, or not any more. */
  public Optional<QueuePlace> place(UUID run) {
    return table.rows(Statements.QUEUED, Place::read, run).stream()
        .findFirst()
        .map(
            place -> {
              int ahead = ahead(place);
              return new QueuePlace(why(place, ahead), ahead);
            });
  }

  private record Place(
      String tenant,
      Timestamp turnAt,
      Instant dueAt,
      boolean isDue,
      int losses,
      boolean isResting,
      Optional<WhyQueued> starting) {

    private static Place read(ResultSet row) throws SQLException {
      Optional<WhyQueued> starting =
          row.getInt("reserved") == 1
              ? Optional.of(
                  new WhyQueued.Starting(
                      row.getString("owner"), row.getTimestamp("lease_until").toInstant()))
              : Optional.empty();
      return new Place(
          row.getString("tenant"),
          row.getTimestamp("turn_at"),
          row.getTimestamp("due_at").toInstant(),
          row.getInt("due") == 1,
          row.getInt("losses"),
          Statements.RESTING.equals(row.getString("waiting_for")),
          starting);
    }
  }

  private WhyQueued why(Place place, int ahead) {
    if (place.starting().isPresent()) {
      return place.starting().get();
    }
    if (!place.isDue()) {
      return place.isResting()
          ? new WhyQueued.AgentRests(place.dueAt())
          : new WhyQueued.NotDue(place.dueAt());
    }
    if (place.losses() >= Setbacks.SUSPECT) {
      return new WhyQueued.Suspected(place.losses());
    }
    Optional<WhyQueued> limit = limit(place.tenant());
    if (limit.isPresent()) {
      return limit.get();
    }
    return ahead > 0 ? new WhyQueued.BehindOthersOfTenant() : new WhyQueued.ServersBusy();
  }

  private int ahead(Place place) {
    return table
        .rows(
            Statements.AHEAD,
            row -> row.getInt("ahead"),
            place.tenant(),
            place.turnAt(),
            QueuePlace.MOST_AHEAD)
        .getFirst();
  }

  private Optional<WhyQueued> limit(String tenant) {
    return shares
        .maxRunning()
        .flatMap(
            limit ->
                Optional.of(inService(tenant))
                    .filter(running -> running >= limit)
                    .map(running -> new WhyQueued.TenantAtLimit(running, limit)));
  }

  private int inService(String tenant) {
    return table
        .rows(Statements.IN_SERVICE, row -> row.getInt("running"), tenant, tenant)
        .getFirst();
  }

  /** Returns what a tenant has in the queue and around it. */
  public QueueStanding standing(String tenant) {
    Map<RunStatus, Long> runs = new EnumMap<>(RunStatus.class);
    table.rows(
        Statements.STANDING,
        row -> runs.put(RunStatus.valueOf(row.getString("status")), row.getLong("runs")),
        tenant);
    Optional<Instant> oldest =
        table
            .rows(
                Statements.OLDEST_DUE,
                row -> Optional.ofNullable(row.getTimestamp("due_at")).map(Timestamp::toInstant),
                tenant)
            .getFirst();
    return new QueueStanding(runs, oldest);
  }
}
