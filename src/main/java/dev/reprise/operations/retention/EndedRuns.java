package dev.reprise.operations.retention;

import dev.reprise.journal.store.RecordSizes;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads runs that have ended, page by page.
 *
 * <p>Every method throws {@link DatabaseException} if the database fails. Tested by {@code
 * RetentionTest}.
 */
@ApplicationScoped
public class EndedRuns {

  /** As the databases order ids. */
  private static final Comparator<EndedRun> OLDEST_FIRST =
      Comparator.comparing(EndedRun::endedAt).thenComparing(run -> run.id().toString());

  private final Database database;
  private final RecordSizes sizes;

  @Inject
  public EndedRuns(Database database, RecordSizes sizes) {
    this.database = database;
    this.sizes = sizes;
  }

  /** Returns the status of a run, which need not have ended; empty if there is no such run. */
  Optional<RunStatus> status(UUID id) {
    return database.first(
        "SELECT status FROM run WHERE id = ?", row -> row.constant(RunStatus.class, "status"), id);
  }

  /** Returns a run if it has ended. */
  public Optional<EndedRun> find(UUID id) {
    return database.rows(EndedRun.SELECT + " WHERE r.id = ?", EndedRun::read, id).stream()
        .filter(run -> run.status().isEnded())
        .findFirst();
  }

  /** Returns how many runs of a group had ended at a point in time; counts them one by one. */
  long count(RetentionGroup group, Instant until) {
    return database.number(
        "SELECT COUNT(*) FROM run r WHERE " + condition(group), parameters(group, until).toArray());
  }

  /**
   * Returns a page of the runs of a group, the oldest first.
   *
   * @param last the last run of the previous page; empty for the first page
   */
  List<EndedRun> page(RetentionGroup group, Instant until, Optional<EndedRun> last, int limit) {
    return group.statuses().stream()
        .flatMap(status -> page(group, status, until, last, limit).stream())
        .sorted(OLDEST_FIRST)
        .limit(limit)
        .toList();
  }

  /** Reads the runs of one status in the order of the index, so that the database sorts nothing. */
  private List<EndedRun> page(
      RetentionGroup group, RunStatus status, Instant until, Optional<EndedRun> last, int limit) {
    List<Object> parameters =
        new ArrayList<>(List.of(group.tenant(), group.agent(), status.name(), until));
    String afterLast = "";
    if (last.isPresent()) {
      Instant end = last.get().endedAt();
      afterLast = "AND r.updated_at >= ? AND (r.updated_at > ? OR r.id > ?)";
      parameters.addAll(List.of(end, end, last.get().id()));
    }
    return database.rows(
        EndedRun.SELECT
            + """
             --DERBY-PROPERTIES index=run_ended
            WHERE r.tenant = ? AND r.agent = ? AND r.status = ? AND r.status IN (%s)
              AND r.updated_at <= ? %s
            ORDER BY r.updated_at, r.id FETCH FIRST %d ROWS ONLY"""
                .formatted(EndedRunParts.ENDED, afterLast, limit),
        EndedRun::read,
        parameters.toArray());
  }

  /** Returns the total size of the records of a group in bytes. */
  long bytes(RetentionGroup group, Instant until) {
    return database.number(
        sizes.total("SELECT r.id FROM run r WHERE " + condition(group)),
        parameters(group, until).toArray());
  }

  /** Returns the size of the record of each of these runs in bytes. */
  Map<UUID, Long> bytes(Collection<EndedRun> runs) {
    return sizes.of(runs.stream().map(EndedRun::id).toList());
  }

  private static String condition(RetentionGroup group) {
    return "r.status IN (%s) AND r.tenant = ? AND r.agent = ? AND r.updated_at <= ?"
        .formatted(EndedRunParts.quoted(group.statuses()));
  }

  private static List<Object> parameters(RetentionGroup group, Instant until) {
    return List.of(group.tenant(), group.agent(), until);
  }
}
