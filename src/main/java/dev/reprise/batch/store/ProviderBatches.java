package dev.reprise.batch.store;

import dev.reprise.batch.BatchClaim;
import dev.reprise.batch.BatchLostException;
import dev.reprise.batch.PendingItem;
import dev.reprise.batch.ProviderBatch;
import dev.reprise.batch.ProviderBatch.State;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.platform.jdbc.RowValues;
import dev.reprise.queue.row.RunSql;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Batches of providers, and the items that are held until these have answered them.
 *
 * <p>Every method throws {@link dev.reprise.platform.jdbc.DatabaseException} if the database fails,
 * and those with a claim {@link BatchLostException} if it does not hold the batch any more.
 */
@ApplicationScoped
public class ProviderBatches {

  private static final String SELECT = "SELECT p.* FROM provider_batch p ";

  private static final String UNSUBMITTED =
      """
      SELECT item_number, run_id, run_input, failed_at FROM batch_item
      WHERE batch_id = ? AND status = 'PENDING' AND held = 1 AND submission IS NULL
        AND item_number > ?
      ORDER BY item_number FETCH FIRST ? ROWS ONLY\
      """;

  private static final String SUBMITTED =
      """
      SELECT item_number, run_id, run_input, failed_at FROM batch_item
      WHERE submission = ? ORDER BY request_number\
      """;

  /** The batch of an item and the number of its request. */
  private static final String ASSIGN =
      """
      UPDATE batch_item SET submission = ?, request_number = ?
      WHERE batch_id = ? AND item_number = ? AND status = 'PENDING' AND submission IS NULL\
      """;

  private static final String RUN_SINGLY =
      "UPDATE batch_item SET held = 0 WHERE batch_id = ? AND item_number = ?";

  private final Database database;
  private final ItemTable items;

  @Inject
  public ProviderBatches(Database database, ItemTable items) {
    this.database = database;
    this.items = items;
  }

  /** Returns the next held items that belong to no batch of a provider. */
  public List<PendingItem> unsubmitted(UUID batch, int after, int limit) {
    return database.rows(UNSUBMITTED, row -> items.pending(batch, row), batch, after, limit);
  }

  /** Returns the items of a batch of a provider in the order of their requests. */
  public List<PendingItem> items(ProviderBatch batch) {
    return database.rows(SUBMITTED, row -> items.pending(batch.batch(), row), batch.id());
  }

  /** Returns what a batch has at providers and is not finished, the oldest first. */
  public List<ProviderBatch> unfinished(UUID batch) {
    return database.rows(
        SELECT
            + """
                    WHERE p.batch_id = ? AND p.state IN ('SUBMITTING', 'UNKNOWN', 'OPEN', 'ENDED')
                    ORDER BY p.intended_at, p.id""",
        ProviderBatches::read,
        batch);
  }

  /** Returns a provider's ids of all its batches that are known. */
  public Set<String> known(String provider) {
    return database
        .rows(
            "SELECT provider_id FROM provider_batch WHERE provider = ? AND provider_id IS NOT NULL",
            row -> row.text("provider_id"),
            provider)
        .stream()
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Records the intent to submit a batch with these items, in this order.
   *
   * @param settling how long it may take until an attempt whose answer is lost has had its effect
   */
  public void intend(
      BatchClaim claim, ProviderBatch intent, List<Integer> positions, Duration settling) {
    held(
        claim,
        transaction -> {
          transaction.insert(
              RowValues.of("provider_batch")
                  .set("id", intent.id())
                  .set("batch_id", intent.batch())
                  .set("provider", intent.provider())
                  .set("requests", intent.requests())
                  .set("state", intent.state())
                  .set("intended_at", intent.intendedAt())
                  .set("reserved_on", intent.reserved().day())
                  .set("reserved_usd", intent.reserved().usd())
                  .set("reserved_tokens", intent.reserved().tokens())
                  .sql("due_at", RunSql.fromNow(settling)));
          List<List<@Nullable Object>> rows = new ArrayList<>();
          for (int position : positions) {
            rows.add(List.of(intent.id(), rows.size() + 1, intent.batch(), position));
          }
          for (int assigned : transaction.updateEach(ASSIGN, rows)) {
            if (assigned != 1) {
              throw new IllegalStateException(
                  "an item of batch %s has ended or is submitted already"
                      .formatted(intent.batch()));
            }
          }
        });
  }

  /** Lets items run without a reply, because no batch of a provider can have them. */
  public void runSingly(BatchClaim claim, List<Integer> positions) {
    held(
        claim,
        transaction ->
            transaction.updateEach(
                RUN_SINGLY,
                positions.stream()
                    .map(position -> List.<@Nullable Object>of(claim.batch(), position))
                    .toList()));
  }

  /**
   * Moves a batch to another state, unless it is in another than was read.
   *
   * @param delay until it is due again
   */
  public boolean move(ProviderBatch batch, State next, Duration delay) {
    return database.moves(
        "UPDATE provider_batch SET state = ?, due_at = %s WHERE id = ? AND state = ?"
            .formatted(RunSql.fromNow(delay)),
        next.name(),
        batch.id(),
        batch.state().name());
  }

  /** Notes that the provider has a batch, also if another job asked it. */
  public void opened(ProviderBatch batch, String providerId, Duration delay) {
    String sql =
        """
        UPDATE provider_batch SET state = 'OPEN', provider_id = ?,
          submitted_at = CURRENT_TIMESTAMP, due_at = %s
        WHERE id = ? AND state IN ('SUBMITTING', 'UNKNOWN')"""
            .formatted(RunSql.fromNow(delay));
    database.update(sql, providerId, batch.id());
  }

  /** Lets the items of a batch run, with the replies that are stored for them. */
  public void collected(BatchClaim claim, ProviderBatch batch) {
    held(
        claim,
        transaction -> {
          transaction.update("UPDATE batch_item SET held = 0 WHERE submission = ?", batch.id());
          state(transaction, batch, State.COLLECTED);
        });
  }

  /** Ends a batch that the provider refused as a whole; its items belong to none again. */
  public void refused(BatchClaim claim, ProviderBatch batch) {
    held(
        claim,
        transaction -> {
          transaction.update(
              "UPDATE batch_item SET submission = NULL, request_number = NULL WHERE submission = ?",
              batch.id());
          state(transaction, batch, State.REFUSED);
        });
  }

  private static void state(JdbcTransaction transaction, ProviderBatch batch, State next) {
    transaction.update("UPDATE provider_batch SET state = ? WHERE id = ?", next.name(), batch.id());
  }

  /** Returns batches whose provider is to be asked where they stand. */
  public List<ProviderBatch> due(int limit) {
    return due("p.state = 'OPEN' AND b.status <> 'CANCELLED'", limit);
  }

  /** Returns batches that are to be cancelled, because their own batch is. */
  public List<ProviderBatch> dueToBeCancelled(int limit) {
    return due(
        "p.state IN ('SUBMITTING', 'UNKNOWN', 'OPEN', 'ENDED') AND b.status = 'CANCELLED'", limit);
  }

  private List<ProviderBatch> due(String condition, int limit) {
    return database.rows(
        SELECT
            + "JOIN batch b ON b.id = p.batch_id WHERE "
            + condition
            + " AND p.due_at <= CURRENT_TIMESTAMP ORDER BY p.due_at, p.id"
            + " FETCH FIRST ? ROWS ONLY",
        ProviderBatches::read,
        limit);
  }

  /** Reserves a batch that is due for the caller, so that no other server asks meanwhile. */
  public boolean reserve(ProviderBatch batch, Duration interval) {
    return database.moves(
        """
                UPDATE provider_batch SET due_at = %s
                WHERE id = ? AND state = ? AND due_at <= CURRENT_TIMESTAMP"""
            .formatted(RunSql.fromNow(interval)),
        batch.id(),
        batch.state().name());
  }

  private interface Change {
    void on(JdbcTransaction transaction);
  }

  private void held(BatchClaim claim, Change change) {
    database.together(
        transaction -> {
          if (!transaction.moves(BatchItems.LOCK, claim.batch(), claim.epoch())) {
            throw new BatchLostException(claim);
          }
          change.on(transaction);
          return claim;
        });
  }

  private static ProviderBatch read(Row row) {
    return new ProviderBatch(
        row.id("id"),
        row.id("batch_id"),
        row.text("provider"),
        row.optionalText("provider_id"),
        row.integer("requests"),
        row.constant(State.class, "state"),
        row.instant("intended_at"),
        new ProviderBatch.Reserved(
            row.optionalDate("reserved_on"),
            row.optionalAmount("reserved_usd"),
            row.optionalNumber("reserved_tokens").orElse(0L)));
  }
}
