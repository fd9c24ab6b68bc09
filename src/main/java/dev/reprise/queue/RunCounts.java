package dev.reprise.queue;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Counts runs, up to a number, because a million of them need not be counted each time. */
@ApplicationScoped
public class RunCounts {

  /** A status that has more runs is counted as having this many. */
  public static final int MOST = 10_000;

  /** Derby would read the whole table, because it takes each status for as common as the others. */
  private static final String COUNT =
      """
      SELECT COUNT(*) FROM (
        SELECT created_at FROM run --DERBY-PROPERTIES index=%s
        WHERE tenant = ? AND status = ?%s FETCH FIRST %d ROWS ONLY) counted\
      """;

  private static final String OF_ALL = COUNT.formatted("run_list_by_status", "", MOST);
  private static final String OF_AGENT =
      COUNT.formatted("run_list_by_both", " AND agent = ?", MOST);

  private static final String FAILURES =
      """
      SELECT failure_code, COUNT(*) AS runs FROM (
        SELECT failure_code FROM run --DERBY-PROPERTIES index=run_list_by_end
        WHERE tenant = ? AND ended_at >= ? AND failure_code IS NOT NULL
        FETCH FIRST %d ROWS ONLY) failed
      GROUP BY failure_code ORDER BY runs DESC, failure_code\
      """
          .formatted(MOST);

  private final Database database;

  @Inject
  public RunCounts(Database database) {
    this.database = database;
  }

  /**
   * Returns how many runs a tenant has, by status.
   *
   * @param agent counts only this agent's
   * @throws DatabaseException if the database fails
   */
  public Map<RunStatus, Integer> of(String tenant, Optional<String> agent) {
    return database.together(
        statements -> {
          Map<RunStatus, Integer> counts = new EnumMap<>(RunStatus.class);
          for (RunStatus status : RunStatus.values()) {
            counts.put(status, (int) count(statements, tenant, status, agent));
          }
          return counts;
        });
  }

  /**
   * Returns how many runs of a tenant failed since a time, by the code of the failure, the most
   * frequent first; of more than {@value #MOST} failures, that many.
   *
   * @throws DatabaseException if the database fails
   */
  public Map<String, Integer> failures(String tenant, Instant since) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    database
        .rows(
            FAILURES,
            row -> Map.entry(row.text("failure_code"), row.integer("runs")),
            tenant,
            since)
        .forEach(each -> counts.put(each.getKey(), each.getValue()));
    return counts;
  }

  private static long count(
      JdbcTransaction statements, String tenant, RunStatus status, Optional<String> agent) {
    return agent.isPresent()
        ? statements.number(OF_AGENT, tenant, status, agent.get())
        : statements.number(OF_ALL, tenant, status);
  }
}
