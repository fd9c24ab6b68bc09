package dev.reprise.operations.bulk;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * How the runs stand now on which an act was accepted: a run that was retried may have failed
 * again.
 *
 * <p>Every method throws {@link dev.reprise.platform.jdbc.DatabaseException} if the database fails.
 */
@ApplicationScoped
public class BulkOutcomes {

  private static final String COUNT =
      """
      SELECT r.status, COUNT(*) AS runs FROM bulk_item i JOIN run r ON r.id = i.run_id
      WHERE i.bulk_id = ? AND i.status = 'SUCCEEDED' GROUP BY r.status""";

  private final Database database;

  @Inject
  public BulkOutcomes(Database database) {
    this.database = database;
  }

  /** Returns how many of these runs have which status; erased runs have none. */
  public Map<RunStatus, Long> count(UUID operation) {
    Map<RunStatus, Long> counts = new EnumMap<>(RunStatus.class);
    database
        .rows(
            COUNT,
            row -> Map.entry(row.constant(RunStatus.class, "status"), row.number("runs")),
            operation)
        .forEach(each -> counts.put(each.getKey(), each.getValue()));
    return counts;
  }

  /**
   * Returns a page of the items of these runs in their order.
   *
   * @param after the number of the last item of the page before; 0 for the first page
   */
  public List<BulkItem> items(UUID operation, RunStatus status, int after, int limit) {
    return database.rows(
        BulkRow.SELECT_ITEM
            + """
            WHERE bulk_id = ? AND item_number > ? AND status = 'SUCCEEDED'
              AND EXISTS (SELECT 1 FROM run r WHERE r.id = run_id AND r.status = ?)
            ORDER BY item_number FETCH FIRST %d ROWS ONLY"""
                .formatted(limit),
        BulkRow::item,
        operation,
        after,
        status.name());
  }
}
