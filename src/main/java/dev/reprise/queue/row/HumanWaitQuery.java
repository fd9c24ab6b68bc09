package dev.reprise.queue.row;

import dev.reprise.run.state.WaitReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A statement about runs that wait for people, or that paused because people did not decide in time
 * or must allow more spending. Its cost depends on how many runs wait, and not on how many there
 * are: Derby gets the index as a hint, other databases see a comment.
 *
 * @param sql the statement, with a {@code ?} for each parameter
 * @param parameters the parameters in the order of the statement
 */
record HumanWaitQuery(String sql, List<Object> parameters) {

  private static final String OF_TENANT = " AND tenant = ?";

  /** Returns the statement that reads a page of the runs, the longest waiting first. */
  static HumanWaitQuery page(
      String tenant, Runs.HumanWaits filter, Optional<Runs.Place> after, int limit) {
    StringBuilder sql =
        new StringBuilder("SELECT * ").append(forPeople(filter.reasons())).append(OF_TENANT);
    List<Object> parameters = new ArrayList<>(List.of(tenant));
    filter.agent().ifPresent(agent -> addIs("agent", agent, sql, parameters));
    filter.submittedBy().ifPresent(by -> addIs("submitted_by", by, sql, parameters));
    return page(sql, parameters, after, limit);
  }

  private static void addIs(
      String column, String value, StringBuilder sql, List<Object> parameters) {
    sql.append(" AND ").append(column).append(" = ?");
    parameters.add(value);
  }

  /**
   * Returns the statement that reads a page of all tenants' runs that have waited for so long. A
   * run is paused while it waits for an approval of a model call, and when an approval of a call of
   * a tool did not come in time.
   */
  static HumanWaitQuery longerThan(Duration since, Optional<Runs.Place> after, int limit) {
    EnumSet<WaitReason> reasons =
        EnumSet.of(WaitReason.APPROVAL, WaitReason.ANSWER, WaitReason.BUDGET);
    StringBuilder sql =
        new StringBuilder("SELECT * ")
            .append(from(reasons))
            .append(" AND status = CASE WHEN waiting_for = '")
            .append(WaitReason.BUDGET.code())
            .append("' THEN 'PAUSED' ELSE 'WAITING' END AND updated_at <= ")
            .append(RunSql.fromNow(since.negated()));
    return page(sql, List.of(), after, limit);
  }

  private static HumanWaitQuery page(
      StringBuilder sql, List<Object> first, Optional<Runs.Place> after, int limit) {
    List<Object> parameters = new ArrayList<>(first);
    after.ifPresent(
        last -> {
          sql.append(" AND (updated_at > ? OR (updated_at = ? AND id > ?))");
          Instant since = last.at();
          parameters.addAll(List.of(since, since, last.id().toString()));
        });
    sql.append(" ORDER BY updated_at, id FETCH FIRST ").append(limit).append(" ROWS ONLY");
    return new HumanWaitQuery(sql.toString(), List.copyOf(parameters));
  }

  /** Returns the statement that counts the runs by what they wait for. */
  static HumanWaitQuery counts(String tenant, Collection<WaitReason> reasons) {
    return new HumanWaitQuery(
        "SELECT waiting_for, COUNT(*) " + forPeople(reasons) + OF_TENANT + " GROUP BY waiting_for",
        List.of(tenant));
  }

  /** A run that waits for a limit of the day continues without people. */
  private static String forPeople(Collection<WaitReason> reasons) {
    return from(reasons)
        + " AND (status = 'PAUSED' OR waiting_for <> '%s')".formatted(WaitReason.BUDGET.code());
  }

  /** The reasons are part of the text, so that a partial index is known to have all these runs. */
  private static String from(Collection<WaitReason> reasons) {
    return """
        FROM run --DERBY-PROPERTIES index=run_waits
        WHERE waiting_for IN (%s) AND status IN ('WAITING', 'PAUSED')"""
        .formatted(
            reasons.stream()
                .map(reason -> "'" + reason.code() + "'")
                .collect(Collectors.joining(", ")));
  }
}
