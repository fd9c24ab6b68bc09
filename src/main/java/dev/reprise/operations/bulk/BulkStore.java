package dev.reprise.operations.bulk;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.platform.jdbc.RowValues;
import dev.reprise.queue.row.RunRow;
import dev.reprise.run.Requester;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The bulk operations of tenants, with the receipt of each: what has become of its runs.
 *
 * <p>Every method throws {@link DatabaseException} if the database fails. Tested by {@code
 * BulkTest}.
 */
@ApplicationScoped
public class BulkStore {

  /** How many operations of a tenant may not have ended. */
  static final int MAX_OPEN = 20;

  /** How many operations of a tenant are kept after their end; newer ones replace the oldest. */
  static final int KEPT_OF_TENANT = 200;

  private static final String ORDER =
      """
      UPDATE bulk_operation SET status = 'QUEUED', reason = ?, requester_role = ?,
                                requested_by_key = ?, created_at = CURRENT_TIMESTAMP
      WHERE id = ? AND tenant = ? AND requested_by = ? AND status = 'PREVIEW'\
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
                                requester_role = ?, requested_by_key = ?
      WHERE id = ? AND status = 'COMPLETED' AND failed > 0\
      """;

  /** Of an approval, which is of the calls that its preview showed. */
  private static final String RENEW_AS_SEEN =
      """
      UPDATE bulk_item SET status = 'PENDING', error_code = NULL, error_detail = NULL
      WHERE bulk_id = ? AND status = 'FAILED'\
      """;

  /** The version of each run that the person has now seen to be refused. */
  private static final String RENEW_AS_IT_IS =
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

  private static final String OLD_PREVIEWS =
      """
      SELECT id FROM bulk_operation WHERE status = 'PREVIEW' AND created_at < ?
      FETCH FIRST 100 ROWS ONLY""";

  /** How many previews of a person are kept. */
  private static final int PREVIEWS = 5;

  private static final String EARLIER_PREVIEWS =
      """
      SELECT id FROM bulk_operation WHERE tenant = ? AND requested_by = ? AND status = 'PREVIEW'
      ORDER BY created_at DESC, id OFFSET %d ROWS"""
          .formatted(PREVIEWS);

  private final Database database;

  @Inject
  public BulkStore(Database database) {
    this.database = database;
  }

  /**
   * Keeps a preview with its items, which {@link #order} carries out. Of each person the newest
   * {@value #PREVIEWS} are kept.
   */
  public void preview(UUID id, String tenant, BulkOperation.Order order, List<BulkItem> items) {
    RowValues operation =
        RowValues.of("bulk_operation")
            .set("id", id)
            .set("tenant", tenant)
            .set("act", order.act())
            .set("run_filter", order.filter())
            .set("reason", order.reason())
            .set("requested_by", order.by().name())
            .set("requester_role", order.by().role())
            .set("requested_by_key", order.key())
            .set("status", BulkStatus.PREVIEW)
            .set("total", items.size())
            .zero("succeeded", "failed", "epoch")
            .now("created_at");
    List<RowValues> rows = items.stream().map(item -> row(id, item)).toList();
    database.together(
        transaction -> {
          transaction.insert(operation);
          transaction.insertEach(rows);
          return id;
        });
    database.rows(EARLIER_PREVIEWS, BulkStore::id, tenant, order.by().name()).forEach(this::remove);
  }

  private static RowValues row(UUID id, BulkItem item) {
    return RowValues.of("bulk_item")
        .set("bulk_id", id)
        .set("item_number", item.number())
        .set("run_id", item.run())
        .set("seen_epoch", item.seen().map(RunRow.Version::epoch))
        .set("seen_sequence", item.seen().map(RunRow.Version::sequence))
        .set("status", BulkItemStatus.PENDING);
  }

  /**
   * Queues the operation of a preview.
   *
   * @param order as that of the preview; its reason, role and key count from now on
   * @return false if this person has no such preview any more
   * @throws TooManyBulkOperationsException if too many of the tenant's operations have not ended.
   *     Of several that are ordered at the same time, each may be the last one.
   */
  public boolean order(String tenant, UUID preview, BulkOperation.Order order) {
    database.rows(BEYOND, BulkStore::id, tenant).forEach(this::remove);
    return database.together(
        transaction -> {
          if (transaction.number(OPEN, tenant) >= MAX_OPEN) {
            throw new TooManyBulkOperationsException(tenant);
          }
          return transaction.moves(
              ORDER,
              order.reason(),
              order.by().role(),
              order.key(),
              preview,
              tenant,
              order.by().name());
        });
  }

  public Optional<BulkOperation> find(String tenant, UUID id) {
    return database.first(
        BulkRow.SELECT + "WHERE id = ? AND tenant = ?", BulkRow::operation, id, tenant);
  }

  /**
   * A place in the list.
   *
   * @param createdAt when the operation before it was created
   * @param id the id of that operation, which need not exist any more
   */
  public record Place(Instant createdAt, UUID id) {}

  /**
   * Returns a page of a tenant's operations without previews, the newest first.
   *
   * @param after the last one of the page before
   */
  public List<BulkOperation> list(String tenant, Optional<Place> after, int limit) {
    List<Object> parameters = new ArrayList<>(List.of(tenant));
    after.ifPresent(
        it -> {
          Instant created = it.createdAt();
          parameters.addAll(List.of(created, created, it.id()));
        });
    return database.rows(
        BulkRow.SELECT
            + """
            WHERE tenant = ? AND status <> 'PREVIEW' %s
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
    return database.rows(
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
    return database.moves(CANCEL, id);
  }

  /**
   * Queues the failed items of a completed operation again, each for its run as it is now. An
   * approval stays one of the calls that its preview showed.
   *
   * @param by the person on whose behalf they are tried again
   * @param key the API key that this person uses
   * @return false if it is not COMPLETED, or no item has failed
   */
  public boolean retryFailed(BulkOperation operation, Requester by, Optional<UUID> key) {
    return database.together(
        transaction -> {
          UUID id = operation.id();
          boolean reopened = transaction.moves(REOPEN, by.name(), by.role(), key, id);
          if (reopened) {
            boolean isApproval = operation.order().act() == BulkAct.APPROVE;
            transaction.update(isApproval ? RENEW_AS_SEEN : RENEW_AS_IT_IS, id);
          }
          return reopened;
        });
  }

  /** Removes operations that ended before a time; returns how many. */
  public int removeEnded(Instant before) {
    return remove(OLD, before);
  }

  /** Removes previews that were made before a time; returns how many. */
  public int removePreviews(Instant before) {
    return remove(OLD_PREVIEWS, before);
  }

  private int remove(String query, Instant before) {
    int removed = 0;
    List<UUID> old;
    do {
      old = database.rows(query, BulkStore::id, before);
      old.forEach(this::remove);
      removed += old.size();
    } while (!old.isEmpty());
    return removed;
  }

  private static UUID id(Row row) {
    return row.id("id");
  }

  private void remove(UUID id) {
    database.together(
        transaction ->
            transaction.update("DELETE FROM bulk_item WHERE bulk_id = ?", id)
                + transaction.update("DELETE FROM bulk_operation WHERE id = ?", id));
  }
}
