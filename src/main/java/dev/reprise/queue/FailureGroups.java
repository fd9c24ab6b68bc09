package dev.reprise.queue;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.queue.row.FailureGroup;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Groups failed runs by why they failed. Tested by {@code FailureGroupsTest}. */
@ApplicationScoped
public class FailureGroups {

  /** Of more failures, the newest are grouped. */
  public static final int MOST_RUNS = 10_000;

  /** Of more groups, the largest are listed. */
  public static final int MOST_GROUPS = 100;

  /** The id of one run of each group stands for the others: PostgreSQL has no MAX of a uuid. */
  private static final String GROUPS =
      """
      SELECT failure_group, failure_code, phase, COUNT(*) AS runs, COUNT(DISTINCT agent) AS agents,
             MIN(ended_at) AS first_at, MAX(ended_at) AS last_at, MAX(id) AS sample
      FROM (
        SELECT failure_group, failure_code, phase, agent, ended_at, CAST(id AS VARCHAR(36)) AS id
        FROM run --DERBY-PROPERTIES index=run_list_by_end
        WHERE tenant = ? AND ended_at >= ? AND ended_at < ? AND failure_code IS NOT NULL%s
        ORDER BY ended_at DESC FETCH FIRST %d ROWS ONLY) failed
      GROUP BY failure_group, failure_code, phase
      ORDER BY runs DESC, last_at DESC FETCH FIRST %d ROWS ONLY\
      """;

  private static final String OF_ALL = GROUPS.formatted("", MOST_RUNS, MOST_GROUPS);
  private static final String OF_AGENT = GROUPS.formatted(" AND agent = ?", MOST_RUNS, MOST_GROUPS);

  private final Database database;

  @Inject
  public FailureGroups(Database database) {
    this.database = database;
  }

  /**
   * Runs that failed for the same reason.
   *
   * @param group empty if they failed before failures were grouped
   * @param code of the failures
   * @param phase in which they failed; empty if that was before their first one
   * @param runs how many
   * @param agents of how many agents
   * @param first when the first of them failed
   * @param last when the last of them failed
   * @param sample one of them
   */
  public record Entry(
      Optional<FailureGroup> group,
      String code,
      Optional<String> phase,
      long runs,
      long agents,
      Instant first,
      Instant last,
      UUID sample) {

    private static Entry of(Row row) {
      Optional<String> phase = row.optionalText("phase");
      return new Entry(
          row.optionalText("failure_group").map(form -> new FailureGroup(form, phase)),
          row.text("failure_code"),
          phase,
          row.number("runs"),
          row.number("agents"),
          row.instant("first_at"),
          row.instant("last_at"),
          row.id("sample"));
    }
  }

  /**
   * Returns the groups of what failed from a time to another and has not been retried, the largest
   * first.
   *
   * @param agent groups only this agent's
   * @throws DatabaseException if the database fails
   */
  public List<Entry> list(String tenant, Instant from, Instant to, Optional<String> agent) {
    List<Object> parameters = new ArrayList<>(List.of(tenant, from, to));
    agent.ifPresent(parameters::add);
    return database.rows(agent.isPresent() ? OF_AGENT : OF_ALL, Entry::of, parameters.toArray());
  }
}
