package dev.reprise.operations.retention;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds for which tenants, agents and statuses there are ended runs. It skips from each of them to
 * the next in an index, so the cost depends on how many there are and not on the number of runs.
 *
 * <p>Every method throws {@link DatabaseException} if the database fails.
 */
@ApplicationScoped
class EndedRunParts {

  /** The statuses of ended runs as texts of SQL. */
  static final String ENDED =
      quoted(Arrays.stream(RunStatus.values()).filter(RunStatus::isEnded).toList());

  private static final String FIRST =
      """
      SELECT %%1$s FROM run --DERBY-PROPERTIES index=run_ended
      WHERE status IN (%s) AND %%2$s > ? ORDER BY %%1$s FETCH FIRST 1 ROWS ONLY"""
          .formatted(ENDED);

  private static final String NEXT_TENANT = FIRST.formatted("tenant", "tenant");
  private static final String NEXT_AGENT = FIRST.formatted("tenant, agent", "tenant = ? AND agent");
  private static final String NEXT_STATUS =
      FIRST.formatted("tenant, agent, status", "tenant = ? AND agent = ? AND status");

  private final Database database;

  @Inject
  EndedRunParts(Database database) {
    this.database = database;
  }

  /**
   * Returns the parts in the order of tenant, agent and status.
   *
   * @param tenant the tenant of the runs; empty for all tenants
   */
  List<RetentionGroup.Part> of(Optional<String> tenant) {
    List<RetentionGroup.Part> parts = new ArrayList<>();
    if (tenant.isPresent()) {
      addAgents(tenant.get(), parts);
      return parts;
    }
    Optional<String> next = next("tenant", NEXT_TENANT, "");
    while (next.isPresent()) {
      addAgents(next.get(), parts);
      next = next("tenant", NEXT_TENANT, next.get());
    }
    return parts;
  }

  private void addAgents(String tenant, List<RetentionGroup.Part> parts) {
    Optional<String> agent = next("agent", NEXT_AGENT, tenant, "");
    while (agent.isPresent()) {
      addStatuses(tenant, agent.get(), parts);
      agent = next("agent", NEXT_AGENT, tenant, agent.get());
    }
  }

  private void addStatuses(String tenant, String agent, List<RetentionGroup.Part> parts) {
    Optional<String> status = next("status", NEXT_STATUS, tenant, agent, "");
    while (status.isPresent()) {
      parts.add(new RetentionGroup.Part(tenant, agent, RunStatus.valueOf(status.get())));
      status = next("status", NEXT_STATUS, tenant, agent, status.get());
    }
  }

  private Optional<String> next(String column, String sql, Object... after) {
    return database.first(sql, row -> row.text(column), after);
  }

  /** Returns the names of statuses as a list of texts in SQL. */
  static String quoted(Collection<RunStatus> statuses) {
    return statuses.stream()
        .map(status -> "'" + status + "'")
        .sorted()
        .collect(Collectors.joining(", "));
  }
}
