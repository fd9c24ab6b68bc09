package dev.reprise.queue.row;

import dev.reprise.run.state.RunStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The statement that reads a page of a tenant's durable runs that had not ended at a moment, the
 * oldest first. Each of the two indexes finds few: most runs had ended.
 *
 * @param sql the statement, with a {@code ?} for each parameter
 * @param parameters the parameters in the order of the statement
 */
record UnfinishedRunQuery(String sql, List<Object> parameters) {

  private static final String OPEN =
      Arrays.stream(RunStatus.values())
          .filter(Predicate.not(RunStatus::isEnded))
          .map(status -> "'" + status + "'")
          .collect(Collectors.joining(", "));

  static UnfinishedRunQuery at(
      String tenant, Instant moment, Optional<Runs.Place> after, int limit) {
    var sql =
        new StringBuilder(
            """
            SELECT * FROM run
            WHERE created_at <= ? AND home IS NULL AND id IN (
              SELECT id FROM run WHERE tenant = ? AND status IN (%s)
              UNION SELECT id FROM run WHERE tenant = ? AND ended_at > ?)"""
                .formatted(OPEN));
    List<Object> parameters = new ArrayList<>(List.of(moment, tenant, tenant, moment));
    after.ifPresent(
        last -> {
          sql.append(" AND (created_at > ? OR (created_at = ? AND id > ?))");
          parameters.addAll(List.of(last.at(), last.at(), last.id().toString()));
        });
    sql.append(" ORDER BY created_at, id FETCH FIRST ").append(limit).append(" ROWS ONLY");
    return new UnfinishedRunQuery(sql.toString(), List.copyOf(parameters));
  }
}
