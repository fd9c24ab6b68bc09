package dev.reprise.queue;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.queue.row.Claim;
import dev.reprise.queue.row.RunSql;
import dev.reprise.run.decision.ProcessDeaths;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** Finds the claims of dead holders by their expired leases, and ends these claims. */
@ApplicationScoped
public class ExpiredLeases {

  private static final Duration LAST = Duration.ofMinutes(1);

  private final Database database;

  @Inject
  public ExpiredLeases(Database database) {
    this.database = database;
  }

  /**
   * Ends the leases of this server's earlier starts, which are certainly dead.
   *
   * @param server the server's name
   * @param owner the server's current start
   */
  public int expireEarlierStarts(String server, String owner) {
    return database.update(RunSql.EXPIRE_EARLIER_STARTS, server.length() + 1, server + "#", owner);
  }

  /**
   * Returns the runs that this server's earlier starts ended in their last minute, and the job
   * execution of each. That minute ends with the last end of any of their runs. These executions
   * may not have ended yet, because a job ends after its run; normally, this takes milliseconds.
   *
   * @param server the server's name
   * @param owner the server's current start
   */
  public Map<UUID, Long> endedLast(String server, String owner) {
    int length = server.length() + 1;
    String prefix = server + "#";
    return database
        .rows(RunSql.LAST_END, row -> row.instant("updated_at"), length, prefix, owner)
        .stream()
        .map(end -> end.minus(LAST))
        .flatMap(
            since ->
                database
                    .rows(RunSql.ENDED_SINCE, Ended::read, length, prefix, owner, since)
                    .stream())
        .collect(Collectors.toMap(Ended::run, Ended::execution));
  }

  private record Ended(UUID run, long execution) {
    static Ended read(Row row) {
      return new Ended(row.id("id"), row.number("execution"));
    }
  }

  /**
   * Returns at most 500 claims with an expired lease. The result excludes claims on runs in the
   * memory of other servers, see {@link LostInMemoryRuns}.
   *
   * @param owner the current start of this server
   */
  public List<Claim> expired(String owner) {
    return database.rows(RunSql.EXPIRED, Claim::read, owner);
  }

  /**
   * Queues a run again whose lease has expired, and counts the death of its holder. The count is on
   * the row before any server begins the run again. A server that is told to stop hands its runs
   * over, so what it still holds at its end may be what ended it. A holder that is the caller
   * lives, and has only renewed too late.
   *
   * @param owner the current start of this server
   * @return false if another server was faster
   */
  public boolean requeue(Claim claim, String owner) {
    return database.rows(RunSql.LOSS, Loss::read, claim.run(), claim.epoch()).stream()
        .anyMatch(loss -> requeue(claim, loss, owner));
  }

  private boolean requeue(Claim claim, Loss loss, String owner) {
    ProcessDeaths deaths =
        loss.holder().equals(owner) ? loss.before() : loss.before().died(loss.beside());
    return database.moves(
        RunSql.requeueExpired(deaths.pause()),
        deaths.total(),
        deaths.inOneStep(),
        loss.beside(),
        claim.run(),
        claim.epoch());
  }

  private record Loss(String holder, ProcessDeaths before, int beside) {
    static Loss read(Row row) {
      return new Loss(
          row.text("owner"),
          ProcessDeaths.ofRow(row.integer("losses"), row.integer("losses_in_step")),
          row.integer("beside"));
    }
  }
}
