package dev.reprise.operations.bulk;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.queue.row.RunSql;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which server carries a bulk operation out: one at a time, under a lease by the database's clock.
 *
 * <p>Every method throws {@link DatabaseException} if the database fails. Tested by {@code
 * BulkTest}.
 */
@ApplicationScoped
public class BulkQueue {

  private static final String IS_DUE =
      """
      ((status = 'QUEUED' AND (lease_until IS NULL OR lease_until < CURRENT_TIMESTAMP))
        OR (status = 'RUNNING' AND lease_until < CURRENT_TIMESTAMP))""";

  private static final String DUE_TENANTS =
      "SELECT tenant, MIN(created_at) AS oldest FROM bulk_operation WHERE %s GROUP BY tenant ORDER BY oldest, tenant"
          .formatted(IS_DUE);

  private static final String DUE =
      BulkRow.SELECT
          + " WHERE tenant = ? AND %s ORDER BY created_at, id FETCH FIRST 1 ROWS ONLY"
              .formatted(IS_DUE);

  private static final String EXPIRE_EARLIER_STARTS =
      """
      UPDATE bulk_operation SET lease_until = created_at
      WHERE status = 'RUNNING' AND SUBSTR(owner, 1, ?) = ? AND owner <> ?""";

  private static final String BEGIN =
      "UPDATE bulk_item SET status = 'STARTED' WHERE bulk_id = ? AND item_number = ?";

  private static final String END =
      """
      UPDATE bulk_item SET status = ?, error_code = ?, error_detail = ?
      WHERE bulk_id = ? AND item_number = ? AND status = 'STARTED'""";

  private static final String COUNT =
      """
      UPDATE bulk_operation SET succeeded = succeeded + ?, failed = failed + ?
      WHERE id = ? AND epoch = ?""";

  private static final String FINISH =
      """
      UPDATE bulk_operation SET status = 'COMPLETED', ended_at = CURRENT_TIMESTAMP, owner = NULL,
                                lease_until = NULL
      WHERE id = ? AND epoch = ? AND status = 'RUNNING'""";

  private final Database database;

  @Inject
  public BulkQueue(Database database) {
    this.database = database;
  }

  /** Ends the leases of a server's earlier starts at once: their process is gone. */
  public void expireEarlierStarts(String server, String thisStart) {
    String prefix = server + "#";
    database.update(EXPIRE_EARLIER_STARTS, prefix.length(), prefix, thisStart);
  }

  /** Returns the tenants with operations that no server carries out, the oldest one's first. */
  public List<String> dueTenants() {
    return database.rows(DUE_TENANTS, row -> row.text("tenant"));
  }

  /** Claims the oldest operation of a tenant that no server carries out. */
  public Optional<BulkClaim> claim(String tenant, String owner, Duration lease) {
    String sql =
        """
        UPDATE bulk_operation SET status = 'RUNNING', epoch = epoch + 1, owner = ?,
          lease_until = %s, started_at = COALESCE(started_at, CURRENT_TIMESTAMP)
        WHERE id = ? AND epoch = ? AND status = ?
          AND (lease_until IS NULL OR lease_until < CURRENT_TIMESTAMP)"""
            .formatted(RunSql.fromNow(lease));
    return database.rows(DUE, BulkRow::claim, tenant).stream()
        .filter(
            due ->
                database.moves(
                    sql, owner, due.operation().id(), due.epoch(), due.operation().status().name()))
        .map(due -> new BulkClaim(due.operation(), due.epoch() + 1))
        .findFirst();
  }

  /**
   * Returns the next items, which are STARTED from now on, and extends the lease. Each item is
   * shown with the status that it had.
   *
   * @param after the number of the last item that this claim has ended; 0 at first
   * @return none at the end; empty if the claim does not hold the operation any more
   */
  public Optional<List<BulkItem>> begin(BulkClaim claim, int after, Duration lease, int limit) {
    UUID id = claim.operation().id();
    String renew =
        "UPDATE bulk_operation SET lease_until = %s WHERE id = ? AND epoch = ? AND status = 'RUNNING'"
            .formatted(RunSql.fromNow(lease));
    return database.together(
        transaction -> {
          if (!transaction.moves(renew, id, claim.epoch())) {
            return Optional.empty();
          }
          List<BulkItem> open = open(transaction, id, after, limit);
          transaction.updateEach(
              BEGIN,
              open.stream()
                  .map(item -> Arrays.<@Nullable Object>asList(id, item.number()))
                  .toList());
          return Optional.of(open);
        });
  }

  private static List<BulkItem> open(JdbcTransaction transaction, UUID id, int after, int limit) {
    return transaction.rows(
        BulkRow.SELECT_ITEM
            + """
            WHERE bulk_id = ? AND item_number > ? AND status IN ('PENDING', 'STARTED')
            ORDER BY item_number FETCH FIRST %d ROWS ONLY"""
                .formatted(limit),
        BulkRow::item,
        id,
        after);
  }

  /**
   * Records what has become of started items.
   *
   * @return false if the claim does not hold the operation any more; then nothing is recorded
   */
  public boolean end(BulkClaim claim, List<BulkItem> items) {
    UUID id = claim.operation().id();
    long failed = items.stream().filter(item -> item.status() == BulkItemStatus.FAILED).count();
    return database.together(
        transaction -> {
          if (!transaction.moves(
              COUNT, (int) (items.size() - failed), (int) failed, id, claim.epoch())) {
            return false;
          }
          transaction.updateEach(END, items.stream().map(item -> ended(id, item)).toList());
          return true;
        });
  }

  private static List<@Nullable Object> ended(UUID id, BulkItem item) {
    return Arrays.asList(
        item.status().name(),
        item.outcome().map(BulkItem.Refusal::code),
        item.outcome().map(BulkItem.Refusal::detail).map(BulkQueue::fitting),
        id,
        item.number());
  }

  /** As long as the column. */
  private static String fitting(String detail) {
    return detail.substring(0, Math.min(2000, detail.length()));
  }

  /** Notes that the act was tried on each run, unless the operation was stopped. */
  public void finish(BulkClaim claim) {
    database.update(FINISH, claim.operation().id(), claim.epoch());
  }

  /** Gives an operation back, which any server claims after the delay. */
  public void release(BulkClaim claim, Duration delay) {
    String sql =
        """
        UPDATE bulk_operation SET status = 'QUEUED', owner = NULL, lease_until = %s
        WHERE id = ? AND epoch = ? AND status = 'RUNNING'"""
            .formatted(delay.isZero() ? "NULL" : RunSql.fromNow(delay));
    database.update(sql, claim.operation().id(), claim.epoch());
  }
}
