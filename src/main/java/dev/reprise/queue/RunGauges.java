package dev.reprise.queue;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.queue.row.RunSql;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.WaitReason;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What can be said of the runs of all tenants at a moment, for those who operate the servers. It
 * costs as much as there are runs that have not ended, however many have.
 */
@ApplicationScoped
public class RunGauges {

  private static final String COUNT =
      """
      SELECT COUNT(*) FROM (
        SELECT status FROM run --DERBY-PROPERTIES index=run_turn
        WHERE status = ? FETCH FIRST %d ROWS ONLY) counted\
      """
          .formatted(RunCounts.MOST);

  /** A run that paused because of its budget waits for a person, too. */
  private static final String WAITS =
      """
      SELECT status, waiting_for, COUNT(*) AS runs, MIN(updated_at) AS since
      FROM run --DERBY-PROPERTIES index=run_turn
      WHERE status IN ('WAITING', 'PAUSED') AND waiting_for IS NOT NULL
      GROUP BY status, waiting_for\
      """;

  private static final Set<String> FOR_PEOPLE =
      Arrays.stream(WaitReason.values())
          .filter(reason -> reason.end() == WaitReason.End.PERSON)
          .map(WaitReason::code)
          .collect(Collectors.toSet());

  private final Database database;

  @Inject
  RunGauges(Database database) {
    this.database = database;
  }

  /**
   * Runs of a status that wait for the same.
   *
   * @param since when the first of them began to wait
   */
  public record Waits(RunStatus status, String reason, int runs, Instant since) {

    /** Returns whether a person must end these waits. */
    public boolean areForPeople() {
      return status == RunStatus.PAUSED || FOR_PEOPLE.contains(reason);
    }
  }

  /** Returns how many runs have each status that is not the end; at most 10,000 of each. */
  public Map<RunStatus, Integer> active() {
    Map<RunStatus, Integer> counts = new EnumMap<>(RunStatus.class);
    for (RunStatus status : RunStatus.values()) {
      if (!status.isFinal()) {
        counts.put(status, (int) database.number(COUNT, status));
      }
    }
    return counts;
  }

  /**
   * Returns how many runs have no server, though their leases ran out some time ago: sweeps should
   * have queued them by then.
   */
  public int stranded(Duration ago) {
    return (int)
        database.number(
            """
            SELECT COUNT(*) FROM run --DERBY-PROPERTIES index=run_turn
            WHERE status = 'RUNNING' AND lease_until <\s"""
                + RunSql.fromNow(ago.negated()));
  }

  /** Returns the runs that wait. */
  public List<Waits> waiting() {
    return database.rows(
        WAITS,
        row ->
            new Waits(
                row.constant(RunStatus.class, "status"),
                row.text("waiting_for"),
                row.integer("runs"),
                row.instant("since")));
  }
}
