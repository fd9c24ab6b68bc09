package dev.reprise.run.retention;

import dev.reprise.journal.store.RecordSizes;
import dev.reprise.run.RunTable;
import dev.reprise.run.RunsUnavailableException;
import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Reads runs that have ended, page by page.
 *
 * <p>Every method throws {@link RunsUnavailableException} if the database fails.
 */
@ApplicationScoped
public class EndedRuns {

  private static final String PARTS =
      """
      SELECT tenant, agent, status, COUNT(*) AS runs FROM run
      WHERE status IN (%s) AND updated_at <= ? AND (? = '' OR tenant = ?)
      GROUP BY tenant, agent, status ORDER BY tenant, agent, status"""
          .formatted(words(Arrays.stream(RunStatus.values()).filter(RunStatus::isEnded).toList()));

  private final RunTable table;
  private final RecordSizes sizes;

  @Inject
  public EndedRuns(RunTable table, RecordSizes sizes) {
    this.table = table;
    this.sizes = sizes;
  }

  /** Returns the status of a run, which need not have ended; empty if there is no such run. */
  Optional<RunStatus> status(UUID id) {
    return table
        .rows(
            "SELECT status FROM run WHERE id = ?",
            row -> RunStatus.valueOf(row.getString("status")),
            id)
        .stream()
        .findFirst();
  }

  /** Returns a run if it has ended. */
  public Optional<EndedRun> find(UUID id) {
    return table.rows(EndedRun.SELECT + "WHERE r.id = ?", EndedRun::read, id).stream()
        .filter(run -> run.status().isEnded())
        .findFirst();
  }

  /**
   * Returns the number of ended runs for each tenant, agent and status.
   *
   * @param tenant the tenant of the runs; empty for all tenants
   * @param until runs that ended later do not count
   */
  List<RetentionGroup.Count> parts(Optional<String> tenant, Instant until) {
    String whose = tenant.orElse("");
    return table.rows(PARTS, RetentionGroup.Count::read, Timestamp.from(until), whose, whose);
  }

  /**
   * Returns a page of the runs of a group, the oldest first.
   *
   * @param last the last run of the previous page; empty for the first page
   */
  List<EndedRun> page(RetentionGroup group, Instant until, Optional<EndedRun> last, int limit) {
    List<Object> parameters = new ArrayList<>(parameters(group, until));
    String afterLast = "";
    if (last.isPresent()) {
      Timestamp end = Timestamp.from(last.get().endedAt());
      afterLast = "AND (r.updated_at > ? OR (r.updated_at = ? AND r.id > ?))";
      parameters.addAll(List.of(end, end, last.get().id()));
    }
    return table.rows(
        EndedRun.SELECT
            + "WHERE %s %s ORDER BY r.updated_at, r.id FETCH FIRST %d ROWS ONLY"
                .formatted(condition(group), afterLast, limit),
        EndedRun::read,
        parameters.toArray());
  }

  /** Returns the total size of the records of a group in bytes. */
  long bytes(RetentionGroup group, Instant until) {
    return table
        .rows(
            sizes.total("SELECT r.id FROM run r WHERE " + condition(group)),
            row -> row.getLong(1),
            parameters(group, until).toArray())
        .getFirst();
  }

  /** Returns the size of the record of each of these runs in bytes. */
  Map<UUID, Long> bytes(Collection<EndedRun> runs) {
    return sizes.of(runs.stream().map(EndedRun::id).toList());
  }

  private static String condition(RetentionGroup group) {
    return "r.status IN (%s) AND r.tenant = ? AND r.agent = ? AND r.updated_at <= ?"
        .formatted(words(group.statuses()));
  }

  private static List<Object> parameters(RetentionGroup group, Instant until) {
    return List.of(group.tenant(), group.agent(), Timestamp.from(until));
  }

  private static String words(Collection<RunStatus> statuses) {
    return statuses.stream()
        .map(status -> "'" + status + "'")
        .sorted()
        .collect(Collectors.joining(", "));
  }
}
