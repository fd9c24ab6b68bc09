package dev.reprise.queue.row;

import dev.reprise.run.state.RunStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The statement that reads a page of a tenant's list of runs, by their age or their end.
 *
 * <p>The cost of a page depends on its size and not on the tenant's number of runs. The inner query
 * follows an index by age, of all runs or those of a status, agent or label, until the page is
 * full, without sorting. The outer query sorts the rows of that stretch. On Derby the index matters
 * for two more reasons. A reader of a row waits for the row's writer, and a busy tenant has many
 * writers. A reader of an index can also miss a row whose entry moves within that index. The entry
 * of a queued run moves in other indexes when a server reserves the run, but the age of a run never
 * changes.
 *
 * <p>The entry of a run in the indexes by end moves when the run ends and when it is retried, and
 * at no other time. A list by end follows the index of a failure's code or of all ends; there the
 * other conditions only narrow what is read. A period of ends bounds that.
 *
 * <p>From the oldest run on, Derby sorts the runs of a status, agent or label, because it reads an
 * index in one direction only.
 *
 * @param sql the statement, with a {@code ?} for each parameter
 * @param parameters the parameters in the order of the statement
 */
record RunPageQuery(String sql, List<Object> parameters) {

  /** The table of labels first, because its index finds the runs. */
  private static final String LABELLED =
      """
      --DERBY-PROPERTIES joinOrder=FIXED
      run_label l --DERBY-PROPERTIES index=run_label_list
      , run r""";

  private static final String ALSO_LABELLED =
      " AND EXISTS (SELECT 1 FROM run_label o WHERE o.run_id = r.id AND o.name = ? AND o.value = ?)";

  static RunPageQuery of(String tenant, Runs.Filter filter, int limit) {
    List<Object> parameters = new ArrayList<>();
    String age = orderedBy(filter);
    String where = where(tenant, filter, age, parameters);
    parameters.addAll(List.copyOf(parameters)); // both queries have the condition
    boolean newestFirst = filter.order() != Runs.Order.OLDEST_FIRST;
    String sql =
        """
        SELECT r.* FROM %1$s
        WHERE %2$s AND %3$s %4$s (
          SELECT %5$s(page.listed_at) FROM (
            SELECT %3$s AS listed_at FROM %1$s
            WHERE %2$s
            ORDER BY %3$s %6$s FETCH FIRST %7$d ROWS ONLY) page)
        ORDER BY %3$s %6$s, r.id %6$s FETCH FIRST %7$d ROWS ONLY"""
            .formatted(
                from(filter),
                where,
                age,
                newestFirst ? ">=" : "<=",
                newestFirst ? "MIN" : "MAX",
                newestFirst ? "DESC" : "ASC",
                limit);
    return new RunPageQuery(sql, List.copyOf(parameters));
  }

  private static String orderedBy(Runs.Filter filter) {
    if (filter.order() == Runs.Order.LAST_ENDED_FIRST) {
      return "r.ended_at";
    }
    return filter.labels().isEmpty() ? "r.created_at" : "l.created_at";
  }

  /** Returns the tables, with the index that Derby follows; other databases see a comment. */
  private static String from(Runs.Filter filter) {
    return filter.labels().isEmpty()
        ? "run r --DERBY-PROPERTIES index=%s\n".formatted(index(filter))
        : LABELLED;
  }

  private static String index(Runs.Filter filter) {
    if (filter.standing().failureCode().isPresent()) {
      return "run_list_by_failure";
    }
    if (filter.order() == Runs.Order.LAST_ENDED_FIRST || isOfGroup(filter)) {
      return "run_list_by_end";
    }
    if (filter.agent().isPresent()) {
      return status(filter).isPresent() ? "run_list_by_both" : "run_list_by_agent";
    }
    if (status(filter).isPresent()) {
      return "run_list_by_status";
    }
    return filter.order() == Runs.Order.NEWEST_FIRST ? "run_list" : "run_list_oldest";
  }

  private static boolean isOfGroup(Runs.Filter filter) {
    return filter.standing().failureGroup().isPresent();
  }

  private static String where(
      String tenant, Runs.Filter filter, String age, List<Object> parameters) {
    StringBuilder where = new StringBuilder("r.tenant = ?");
    parameters.add(tenant);
    labelled(tenant, filter, where, parameters);
    status(filter)
        .ifPresent(
            status -> {
              where.append(" AND r.status = ?");
              parameters.add(status.name());
            });
    filter
        .agent()
        .ifPresent(
            agent -> {
              where.append(" AND r.agent = ?");
              parameters.add(agent);
            });
    filter
        .standing()
        .failureCode()
        .ifPresent(
            code -> {
              where.append(" AND r.failure_code = ?");
              parameters.add(code);
            });
    filter
        .standing()
        .failureGroup()
        .ifPresent(
            group -> {
              where.append(" AND r.failure_group = ?");
              parameters.add(group.form());
              where.append(group.phase().isPresent() ? " AND r.phase = ?" : " AND r.phase IS NULL");
              group.phase().ifPresent(parameters::add);
            });
    filter
        .standing()
        .waitingFor()
        .ifPresent(
            reason -> {
              where.append(" AND r.waiting_for = ?");
              parameters.add(reason.code());
            });
    if (filter.order() == Runs.Order.LAST_ENDED_FIRST) {
      where.append(" AND r.ended_at IS NOT NULL");
    }
    period(filter.ended(), "r.ended_at", where, parameters);
    String created = filter.labels().isEmpty() ? "r.created_at" : "l.created_at";
    period(filter.created(), created, where, parameters);
    after(filter, age, where, parameters);
    return where.toString();
  }

  private static void labelled(
      String tenant, Runs.Filter filter, StringBuilder where, List<Object> parameters) {
    Iterator<Map.Entry<String, String>> labels = filter.labels().values().entrySet().iterator();
    if (labels.hasNext()) {
      where.append(" AND r.id = l.run_id AND l.tenant = ? AND l.name = ? AND l.value = ?");
      Map.Entry<String, String> first = labels.next();
      parameters.addAll(List.of(tenant, first.getKey(), first.getValue()));
    }
    labels.forEachRemaining(
        label -> {
          where.append(ALSO_LABELLED);
          parameters.addAll(List.of(label.getKey(), label.getValue()));
        });
  }

  /** Only a waiting run waits for something; its status is in an index. */
  private static Optional<RunStatus> status(Runs.Filter filter) {
    Runs.Filter.StatusFilter standing = filter.standing();
    return standing.status().or(() -> standing.waitingFor().map(reason -> RunStatus.WAITING));
  }

  private static void period(
      Runs.Period period, String column, StringBuilder where, List<Object> parameters) {
    period
        .from()
        .ifPresent(
            from -> {
              where.append(" AND %s >= ?".formatted(column));
              parameters.add(from);
            });
    period
        .until()
        .ifPresent(
            until -> {
              where.append(" AND %s < ?".formatted(column));
              parameters.add(until);
            });
  }

  private static void after(
      Runs.Filter filter, String age, StringBuilder where, List<Object> parameters) {
    filter
        .after()
        .ifPresent(
            last -> {
              String follows = filter.order() == Runs.Order.OLDEST_FIRST ? ">" : "<";
              where.append(
                  " AND %1$s %2$s= ? AND (%1$s %2$s ? OR r.id %2$s ?)".formatted(age, follows));
              Instant at = last.at();
              parameters.addAll(List.of(at, at, last.id().toString()));
            });
  }
}
