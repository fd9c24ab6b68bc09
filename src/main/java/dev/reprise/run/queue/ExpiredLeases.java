package dev.reprise.run.queue;

import dev.reprise.run.Claim;
import dev.reprise.run.RunSql;
import dev.reprise.run.RunTable;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Claims whose holders died: found by the lease that nobody renewed, and taken away. */
@ApplicationScoped
public class ExpiredLeases {

  private static final Duration LAST = Duration.ofMinutes(1);

  private RunTable table;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ExpiredLeases() {}

  @Inject
  public ExpiredLeases(RunTable table) {
    this.table = table;
  }

  /**
   * Ends the leases of this server's earlier starts, which are dead for certain.
   *
   * @param server the server's name
   * @param owner its present start
   */
  public int expireEarlierStarts(String server, String owner) {
    return table.update(RunSql.EXPIRE_EARLIER_STARTS, server.length() + 1, server + "#", owner);
  }

  /**
   * Returns the runs that this server's earlier starts carried to their end in the last minute in
   * which they changed any, with the job executions that did it: these may not have ended with
   * them, which takes milliseconds where nothing is slow.
   *
   * @param server the server's name
   * @param owner its present start
   */
  public Map<UUID, Long> endedLast(String server, String owner) {
    int length = server.length() + 1;
    String prefix = server + "#";
    return table
        .rows(
            RunSql.LAST_CHANGE,
            row -> Optional.ofNullable(row.getTimestamp(1)),
            length,
            prefix,
            owner)
        .stream()
        .flatMap(Optional::stream)
        .map(change -> Timestamp.from(change.toInstant().minus(LAST)))
        .flatMap(
            since ->
                table.rows(RunSql.ENDED_SINCE, Ended::read, length, prefix, owner, since).stream())
        .collect(Collectors.toMap(Ended::run, Ended::execution));
  }

  private record Ended(UUID run, long execution) {
    static Ended read(ResultSet row) throws SQLException {
      return new Ended(UUID.fromString(row.getString("id")), row.getLong("execution"));
    }
  }

  /**
   * Returns at most 500 claims whose lease ran out, but for those on runs in the memory of other
   * servers: see {@link LostInMemoryRuns}.
   *
   * @param owner this server's present start
   */
  public List<Claim> expired(String owner) {
    return table.rows(RunSql.EXPIRED, Claim::read, owner);
  }

  /**
   * Queues a run again whose holder let its lease run out, and writes down with how many others
   * that was.
   *
   * @return false if someone else was faster
   */
  public boolean requeue(Claim claim) {
    int beside = table.rows(RunSql.BESIDE, row -> row.getInt("beside"), claim.run()).getFirst();
    return table.moves(RunSql.REQUEUE_EXPIRED, beside, claim.run(), claim.epoch());
  }
}
