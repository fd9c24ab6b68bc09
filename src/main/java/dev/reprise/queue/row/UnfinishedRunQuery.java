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
 * oldest first.
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
            WHERE tenant = ? AND created_at <= ? AND home IS NULL
              AND (status IN (%s) OR ended_at > ?)"""
                .formatted(OPEN));
    List<Object> parameters = new ArrayList<>(List.of(tenant, moment, moment));
    after.ifPresent(
        last -> {
          sql.append(" AND (created_at > ? OR (created_at = ? AND id > ?))");
          parameters.addAll(List.of(last.at(), last.at(), last.id().toString()));
        });
    sql.append(" ORDER BY created_at, id FETCH FIRST ").append(limit).append(" ROWS ONLY");
    return new UnfinishedRunQuery(sql.toString(), List.copyOf(parameters));
  }
}
