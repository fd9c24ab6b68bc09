package dev.reprise.batch.store;

import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchClaim;
import dev.reprise.batch.BatchLostException;
import dev.reprise.batch.ItemOutcome;
import dev.reprise.batch.ItemStatus;
import dev.reprise.batch.PendingItem;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.JdbcTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;

/**
 * The items of a batch, as the job that carries it out reads and ends them.
 *
 * <p>Every method throws {@link dev.reprise.platform.jdbc.DatabaseException} if the database fails.
 */
@ApplicationScoped
public class BatchItems {

  /** Locks the row until the commit, so that items get their numbers in the order of commits. */
  static final String LOCK =
      """
      UPDATE batch SET updated_at = CURRENT_TIMESTAMP
      WHERE id = ? AND epoch = ? AND status = 'RUNNING'\
      """;

  private static final String COUNT =
      """
      UPDATE batch SET completed = completed + ?, failed = failed + ?, cancelled = cancelled + ?,
                       usd = usd + ?, tokens = tokens + ?, last_number = ?
      WHERE id = ?\
      """;

  private final Database database;
  private final ItemTable items;

  @Inject
  public BatchItems(Database database, ItemTable items) {
    this.database = database;
    this.items = items;
  }

  /**
   * Returns the next items that have not ended and are not held.
   *
   * @param after the position before the first
   * @param last the last position
   */
  public List<PendingItem> pending(UUID batch, int after, int last, int limit) {
    return database.single(transaction -> items.pending(transaction, batch, after, last, limit));
  }

  /**
   * Records how items ended, each once, and counts them.
   *
   * @return the batch after that
   * @throws BatchLostException if the claim does not hold the batch any more
   */
  public Batch end(BatchClaim claim, List<ItemOutcome> outcomes) {
    return database.together(
        transaction -> {
          if (!transaction.moves(LOCK, claim.batch(), claim.epoch())) {
            throw new BatchLostException(claim);
          }
          long last = lastNumber(transaction, claim.batch());
          List<ItemOutcome> ended = items.end(transaction, claim.batch(), outcomes, last);
          transaction.update(
              COUNT,
              count(ended, ItemStatus.COMPLETED),
              count(ended, ItemStatus.FAILED),
              count(ended, ItemStatus.CANCELLED),
              ended.stream()
                  .map(it -> ItemTable.rounded(it.usd()))
                  .reduce(BigDecimal.ZERO, BigDecimal::add),
              ended.stream().mapToLong(ItemOutcome::tokens).sum(),
              last + outcomes.size(),
              claim.batch());
          return BatchStore.find(transaction, claim.batch()).orElseThrow();
        });
  }

  private static int count(List<ItemOutcome> ended, ItemStatus status) {
    return (int) ended.stream().filter(outcome -> outcome.status() == status).count();
  }

  static long lastNumber(JdbcTransaction transaction, UUID batch) {
    return transaction
        .first(
            "SELECT last_number FROM batch WHERE id = ?", row -> row.number("last_number"), batch)
        .orElseThrow();
  }
}
