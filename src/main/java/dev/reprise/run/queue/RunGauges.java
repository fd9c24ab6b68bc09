package dev.reprise.run.queue;

import dev.reprise.run.RunSql;
import dev.reprise.run.RunTable;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.WaitReason;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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

  private static final String WAITS =
      """
      SELECT waiting_for, COUNT(*) AS runs, MIN(updated_at) AS since
      FROM run --DERBY-PROPERTIES index=run_turn
      WHERE status = 'WAITING' GROUP BY waiting_for\
      """;

  private final RunTable table;

  @Inject
  RunGauges(RunTable table) {
    this.table = table;
  }

  /** Runs that wait for the same, and since when the first of them waits. */
  public record Waits(int runs, Optional<Instant> since) {

    private static final Waits NONE = new Waits(0, Optional.empty());

    /** Returns these and others. */
    public Waits and(Waits others) {
      return new Waits(
          runs + others.runs,
          Stream.of(since, others.since).flatMap(Optional::stream).min(Comparator.naturalOrder()));
    }
  }

  /** Returns how many runs have each status that is not the end; at most 10,000 of each. */
  public Map<RunStatus, Integer> active() {
    Map<RunStatus, Integer> counts = new EnumMap<>(RunStatus.class);
    for (RunStatus status : RunStatus.values()) {
      if (!status.isFinal()) {
        counts.put(status, table.rows(COUNT, row -> row.getInt(1), status.name()).getFirst());
      }
    }
    return counts;
  }

  /**
   * Returns how many runs have no server, though their leases ran out some time ago: sweeps should
   * have queued them by then.
   */
  public int stranded(Duration ago) {
    return table
        .rows(
            """
            SELECT COUNT(*) FROM run --DERBY-PROPERTIES index=run_turn
            WHERE status = 'RUNNING' AND lease_until <\s"""
                + RunSql.fromNow(ago.negated()),
            row -> row.getInt(1))
        .getFirst();
  }

  /** Returns the runs that wait, by what they wait for; each reason is there. */
  public Map<WaitReason, Waits> waiting() {
    Map<String, Waits> found = new HashMap<>();
    table.rows(
        WAITS,
        row ->
            found.put(
                row.getString("waiting_for"),
                new Waits(
                    row.getInt("runs"),
                    Optional.ofNullable(row.getTimestamp("since")).map(Timestamp::toInstant))));
    Map<WaitReason, Waits> waits = new EnumMap<>(WaitReason.class);
    for (WaitReason reason : WaitReason.values()) {
      waits.put(reason, found.getOrDefault(reason.code(), Waits.NONE));
    }
    return waits;
  }
}
