package dev.reprise.run;

import dev.reprise.run.state.RunStatus;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The statement that reads a page of a tenant's list of runs, newest first.
 *
 * <p>The cost of a page depends on its size and not on the tenant's number of runs. The inner query
 * follows an index by age, of all runs or those of a status or agent, until the page is full,
 * without sorting. The outer query sorts the rows of that stretch. On Derby the index matters for
 * two more reasons. A reader of a row waits for the row's writer, and a busy tenant has many
 * writers. A reader of an index can also miss a row whose entry moves within that index. The entry
 * of a queued run moves in other indexes when a server reserves the run, but the age of a run never
 * changes.
 *
 * @param sql the statement, with a {@code ?} for each parameter
 * @param parameters the parameters in the order of the statement
 */
record RunPageQuery(String sql, List<Object> parameters) {

  static RunPageQuery of(String tenant, Runs.Filter filter, int limit) {
    List<Object> parameters = new ArrayList<>();
    String where = where(tenant, filter, parameters);
    parameters.addAll(List.copyOf(parameters)); // both queries have the condition
    String sql =
        """
        SELECT * FROM run --DERBY-PROPERTIES index=%3$s
        WHERE %1$s AND created_at >= (
          SELECT MIN(page.created_at) FROM (
            SELECT created_at FROM run --DERBY-PROPERTIES index=%3$s
            WHERE %1$s
            ORDER BY created_at DESC FETCH FIRST %2$d ROWS ONLY) page)
        ORDER BY created_at DESC, id DESC FETCH FIRST %2$d ROWS ONLY"""
            .formatted(where, limit, index(filter));
    return new RunPageQuery(sql, List.copyOf(parameters));
  }

  /** Returns the index that Derby follows; other databases see a comment. */
  private static String index(Runs.Filter filter) {
    if (filter.agent().isPresent()) {
      return status(filter).isPresent() ? "run_list_by_both" : "run_list_by_agent";
    }
    return status(filter).isPresent() ? "run_list_by_status" : "run_list";
  }

  private static String where(String tenant, Runs.Filter filter, List<Object> parameters) {
    StringBuilder where = new StringBuilder("tenant = ?");
    parameters.add(tenant);
    status(filter)
        .ifPresent(
            status -> {
              where.append(" AND status = ?");
              parameters.add(status.name());
            });
    filter
        .agent()
        .ifPresent(
            agent -> {
              where.append(" AND agent = ?");
              parameters.add(agent);
            });
    filter
        .waitingFor()
        .ifPresent(
            reason -> {
              where.append(" AND waiting_for = ?");
              parameters.add(reason.code());
            });
    created(filter, where, parameters);
    return where.toString();
  }

  /** Only a waiting run waits for something; its status is in an index. */
  private static Optional<RunStatus> status(Runs.Filter filter) {
    return filter.status().or(() -> filter.waitingFor().map(reason -> RunStatus.WAITING));
  }

  private static void created(Runs.Filter filter, StringBuilder where, List<Object> parameters) {
    filter
        .created()
        .from()
        .ifPresent(
            from -> {
              where.append(" AND created_at >= ?");
              parameters.add(Timestamp.from(from));
            });
    filter
        .created()
        .until()
        .ifPresent(
            until -> {
              where.append(" AND created_at < ?");
              parameters.add(Timestamp.from(until));
            });
    filter
        .after()
        .ifPresent(
            last -> {
              where.append(" AND created_at <= ? AND (created_at < ? OR id < ?)");
              Timestamp created = Timestamp.from(last.createdAt());
              parameters.addAll(List.of(created, created, last.id().toString()));
            });
  }
}
