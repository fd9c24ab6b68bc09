package dev.reprise.batch.store;

import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchAct;
import dev.reprise.batch.BatchStatus;
import dev.reprise.batch.ItemResult;
import dev.reprise.batch.ItemStatus;
import dev.reprise.batch.NewItem;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.JdbcTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Batches as clients create, find and read them.
 *
 * <p>Every method throws {@link dev.reprise.platform.jdbc.DatabaseException} if the database fails.
 */
@ApplicationScoped
public class BatchStore {

  private static final String READY =
      """
      UPDATE batch SET status = 'QUEUED', sample_of = ?, items = ?, skipped = ?, last_number = ?,
                       due_at = CURRENT_TIMESTAMP, updated_at = CURRENT_TIMESTAMP
      WHERE id = ? AND status = 'LOADING'\
      """;

  /**
   * A load that its server could not finish; a live one changes the row with each bulk of items.
   */
  private static final String ABANDONED =
      "SELECT id FROM batch WHERE status = 'LOADING' AND updated_at < ?";

  /** A cancelled batch may have batches of the provider that are still to be cancelled there. */
  private static final String ERASE =
      """
      DELETE FROM batch WHERE id = ? AND tenant = ? AND status IN ('COMPLETED', 'FAILED', 'CANCELLED')
        AND NOT EXISTS (
          SELECT 1 FROM provider_batch p WHERE p.batch_id = batch.id
            AND p.state NOT IN ('COLLECTED', 'REFUSED', 'CANCELLED'))\
      """;

  private static final String TOUCH =
      "UPDATE batch SET updated_at = CURRENT_TIMESTAMP WHERE id = ? AND status = 'LOADING'";

  private final Database database;
  private final ItemTable items;
  private final BatchActTable acts;

  @Inject
  public BatchStore(Database database, ItemTable items, BatchActTable acts) {
    this.database = database;
    this.items = items;
    this.acts = acts;
  }

  /** Creates a batch without items, which no server carries out before it is {@link #ready}. */
  public void begin(Batch batch, BatchAct submit) {
    database.together(
        transaction -> {
          BatchRow.insert(transaction, batch);
          acts.add(transaction, batch.id(), submit);
          return batch;
        });
  }

  /**
   * Adds items to a batch that is being loaded. An item whose key was completed in an earlier batch
   * of the same name and agent is SKIPPED.
   *
   * @param skipped how many were skipped before
   * @return how many of these are skipped
   */
  public int add(Batch batch, List<NewItem> some, int skipped) {
    return database.together(
        transaction -> {
          if (!transaction.moves(TOUCH, batch.id())) {
            throw new IllegalStateException(
                "batch %s took too long to load and was discarded".formatted(batch.id()));
          }
          return items.add(transaction, batch, some, skipped);
        });
  }

  /**
   * Lets servers carry a batch out whose items have all been added.
   *
   * @param sampleOf how many items the data set has, if these are only the first ones
   */
  public void ready(UUID batch, int count, int skipped, Optional<Integer> sampleOf) {
    database.update(READY, sampleOf, count, skipped, (long) skipped, batch);
  }

  /** Removes a batch that cannot be loaded. */
  public void discard(UUID batch) {
    database.together(
        transaction -> {
          if (transaction.moves("DELETE FROM batch WHERE id = ? AND status = 'LOADING'", batch)) {
            transaction.update("DELETE FROM batch_item WHERE batch_id = ?", batch);
            transaction.update("DELETE FROM batch_act WHERE batch_id = ?", batch);
          }
          return batch;
        });
  }

  /**
   * Erases a batch that has ended, with its items, acts and batches of the provider. Their runs
   * stay as long as the retention rules say.
   *
   * @return false if nothing was erased, because there is no such batch or it has not ended
   */
  public boolean erase(String tenant, UUID batch) {
    return database.together(
        transaction -> {
          boolean isErased = transaction.moves(ERASE, batch, tenant);
          if (isErased) {
            transaction.update("DELETE FROM batch_item WHERE batch_id = ?", batch);
            transaction.update("DELETE FROM batch_act WHERE batch_id = ?", batch);
            transaction.update("DELETE FROM provider_batch WHERE batch_id = ?", batch);
          }
          return isErased;
        });
  }

  /** Removes the batches that a server began to load before this time and did not finish. */
  public int discardAbandoned(Instant before) {
    List<UUID> found = database.rows(ABANDONED, row -> row.id("id"), before);
    found.forEach(this::discard);
    return found.size();
  }

  /** Returns a batch if it belongs to this tenant and is loaded. */
  public Optional<Batch> find(String tenant, UUID id) {
    return find(id)
        .filter(batch -> batch.tenant().equals(tenant))
        .filter(batch -> batch.status() != BatchStatus.LOADING);
  }

  /** Returns a batch, in whatever status. */
  public Optional<Batch> find(UUID id) {
    return database.single(transaction -> find(transaction, id));
  }

  static Optional<Batch> find(JdbcTransaction transaction, UUID id) {
    return transaction.first(BatchRow.SELECT + "WHERE b.id = ?", BatchRow::read, id);
  }

  /**
   * A place in the list.
   *
   * @param createdAt when the batch before it was created
   * @param id the id of that batch, which need not exist any more
   */
  public record Place(Instant createdAt, UUID id) {}

  /**
   * Returns a page of a tenant's batches, newest first.
   *
   * @param after the last one of the page before
   */
  public List<Batch> list(
      String tenant, Optional<BatchStatus> status, Optional<Place> after, int limit) {
    var where = new StringBuilder("WHERE b.tenant = ? AND b.status <> 'LOADING'");
    List<Object> parameters = new ArrayList<>(List.of(tenant));
    status.ifPresent(
        it -> {
          where.append(" AND b.status = ?");
          parameters.add(it.name());
        });
    after.ifPresent(
        it -> {
          where.append(" AND (b.created_at < ? OR (b.created_at = ? AND b.id < ?))");
          Instant created = it.createdAt();
          parameters.addAll(List.of(created, created, it.id()));
        });
    where.append(" ORDER BY b.created_at DESC, b.id DESC FETCH FIRST ? ROWS ONLY");
    parameters.add(limit);
    return database.rows(BatchRow.SELECT + where, BatchRow::read, parameters.toArray());
  }

  /** Returns what people did with a batch, in order. */
  public List<BatchAct> acts(UUID batch) {
    return database.single(transaction -> acts.of(transaction, batch));
  }

  /**
   * Returns the results that follow a number in the order in which items ended.
   *
   * @param after the number of the last one known; 0 for the first ones
   */
  public List<ItemResult> results(UUID batch, Optional<ItemStatus> status, long after, int limit) {
    return database.single(transaction -> items.results(transaction, batch, status, after, limit));
  }
}
