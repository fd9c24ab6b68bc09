package dev.reprise.run.bulk;

import dev.reprise.agent.Role;
import dev.reprise.run.Requester;
import dev.reprise.run.RunRow;
import dev.reprise.run.RunTable;
import dev.reprise.run.RunsUnavailableException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The bulk operations of tenants, with the receipt of each: what has become of its runs.
 *
 * <p>Every method throws {@link RunsUnavailableException} if the database fails.
 */
@ApplicationScoped
public class BulkStore {

  /** How many operations of a tenant may not have ended. */
  static final int MAX_OPEN = 20;

  /** How many operations of a tenant are kept after their end; newer ones replace the oldest. */
  static final int KEPT_OF_TENANT = 200;

  private static final String INSERT =
      """
      INSERT INTO bulk_operation (id, tenant, act, run_filter, reason, requested_by,
        requester_role, status, total, succeeded, failed, epoch, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, 'QUEUED', ?, 0, 0, 0, CURRENT_TIMESTAMP)\
      """;

  private static final String INSERT_ITEM =
      """
      INSERT INTO bulk_item (bulk_id, item_number, run_id, seen_epoch, seen_sequence, status)
      VALUES (?, ?, ?, ?, ?, 'PENDING')\
      """;

  private static final String CANCEL =
      """
      UPDATE bulk_operation SET status = 'CANCELLED', ended_at = CURRENT_TIMESTAMP, owner = NULL,
                                lease_until = NULL
      WHERE id = ? AND status IN ('QUEUED', 'RUNNING')\
      """;

  private static final String REOPEN =
      """
      UPDATE bulk_operation SET status = 'QUEUED', failed = 0, ended_at = NULL, requested_by = ?,
                                requester_role = ?
      WHERE id = ? AND status = 'COMPLETED' AND failed > 0\
      """;

  /** The version of each run that the person has now seen to be refused. */
  private static final String RENEW_FAILED =
      """
      UPDATE bulk_item SET status = 'PENDING', error_code = NULL, error_detail = NULL,
        seen_epoch = (SELECT r.epoch FROM run r WHERE r.id = bulk_item.run_id),
        seen_sequence = (SELECT r.last_sequence FROM run r WHERE r.id = bulk_item.run_id)
      WHERE bulk_id = ? AND status = 'FAILED'\
      """;

  private static final String OPEN =
      """
      SELECT COUNT(*) AS unfinished FROM bulk_operation
      WHERE tenant = ? AND status IN ('QUEUED', 'RUNNING')\
      """;

  /** Selects the ended operations of a tenant beyond those that are kept. */
  private static final String BEYOND =
      """
      SELECT id FROM bulk_operation WHERE tenant = ? AND ended_at IS NOT NULL
      ORDER BY created_at DESC, id DESC OFFSET %d ROWS FETCH NEXT 100 ROWS ONLY\
      """
          .formatted(KEPT_OF_TENANT);

  private static final String OLD =
      "SELECT id FROM bulk_operation WHERE ended_at < ? FETCH FIRST 100 ROWS ONLY";

  private final RunTable table;

  @Inject
  public BulkStore(RunTable table) {
    this.table = table;
  }

  /**
   * Stores an operation with its items, which is queued then.
   *
   * @throws TooManyBulkOperationsException if too many of the tenant's operations have not ended.
   *     Of several that are added at the same time, each may be the last one.
   */
  public void add(UUID id, String tenant, BulkOperation.Order order, List<BulkItem> items) {
    List<List<@Nullable Object>> rows = items.stream().map(item -> row(id, item)).toList();
    table.rows(BEYOND, row -> UUID.fromString(row.getString("id")), tenant).forEach(this::remove);
    table.together(
        transaction -> {
          if (transaction.first(OPEN, row -> row.getInt("unfinished"), tenant).orElseThrow()
              >= MAX_OPEN) {
            throw new TooManyBulkOperationsException(tenant);
          }
          transaction.update(
              INSERT,
              id,
              tenant,
              order.act().name(),
              order.filter(),
              order.reason().orElse(null),
              order.by().name(),
              order.by().role().map(Role::name).orElse(null),
              items.size());
          return transaction.updateEach(INSERT_ITEM, rows);
        });
  }

  private static List<@Nullable Object> row(UUID id, BulkItem item) {
    return Arrays.asList(
        id,
        item.number(),
        item.run(),
        item.seen().map(RunRow.Version::epoch).orElse(null),
        item.seen().map(RunRow.Version::sequence).orElse(null));
  }

  public Optional<BulkOperation> find(String tenant, UUID id) {
    return table
        .rows(BulkRow.SELECT + "WHERE id = ? AND tenant = ?", BulkRow::operation, id, tenant)
        .stream()
        .findFirst();
  }

  /**
   * Returns a page of a tenant's operations, the newest first.
   *
   * @param after the last one of the page before
   */
  public List<BulkOperation> list(String tenant, Optional<BulkOperation> after, int limit) {
    List<Object> parameters = new ArrayList<>(List.of(tenant));
    after.ifPresent(
        it -> {
          Timestamp created = Timestamp.from(it.times().createdAt());
          parameters.addAll(List.of(created, created, it.id()));
        });
    return table.rows(
        BulkRow.SELECT
            + """
            WHERE tenant = ? %s
            ORDER BY created_at DESC, id DESC FETCH FIRST %d ROWS ONLY"""
                .formatted(
                    after.isPresent() ? "AND (created_at < ? OR (created_at = ? AND id < ?))" : "",
                    limit),
        BulkRow::operation,
        parameters.toArray());
  }

  /**
   * Returns a page of an operation's items in their order.
   *
   * @param after the number of the last item of the page before; 0 for the first page
   */
  public List<BulkItem> items(UUID id, Optional<BulkItemStatus> status, int after, int limit) {
    List<Object> parameters = new ArrayList<>(List.of(id, after));
    status.map(BulkItemStatus::name).ifPresent(parameters::add);
    return table.rows(
        BulkRow.SELECT_ITEM
            + "WHERE bulk_id = ? AND item_number > ?%s ORDER BY item_number FETCH FIRST %d ROWS ONLY"
                .formatted(status.isPresent() ? " AND status = ?" : "", limit),
        BulkRow::item,
        parameters.toArray());
  }

  /**
   * Stops an operation; the runs that it has not come to stay as they are.
   *
   * @return false if it has ended
   */
  public boolean cancel(UUID id) {
    return table.moves(CANCEL, id);
  }

  /**
   * Queues the failed items of a completed operation again, each for its run as it is now.
   *
   * @param by the person on whose behalf they are tried again
   * @return false if it is not COMPLETED, or no item has failed
   */
  public boolean retryFailed(UUID id, Requester by) {
    return table.together(
        transaction -> {
          boolean reopened =
              transaction.moves(REOPEN, by.name(), by.role().map(Role::name).orElse(null), id);
          if (reopened) {
            transaction.update(RENEW_FAILED, id);
          }
          return reopened;
        });
  }

  /** Removes operations that ended before a time; returns how many. */
  public int removeEnded(Instant before) {
    int removed = 0;
    for (List<UUID> old = ended(before); !old.isEmpty(); old = ended(before)) {
      old.forEach(this::remove);
      removed += old.size();
    }
    return removed;
  }

  private List<UUID> ended(Instant before) {
    return table.rows(OLD, row -> UUID.fromString(row.getString("id")), Timestamp.from(before));
  }

  private void remove(UUID id) {
    table.together(
        transaction ->
            transaction.update("DELETE FROM bulk_item WHERE bulk_id = ?", id)
                + transaction.update("DELETE FROM bulk_operation WHERE id = ?", id));
  }
}
