package dev.reprise.batch.store;

import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchAct;
import dev.reprise.batch.BatchStatus;
import dev.reprise.batch.Hold;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.JdbcTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.UUID;

/**
 * What people do with batches. An act that changes nothing any more is not recorded again, so a
 * client may repeat it.
 *
 * <p>Every method throws {@link dev.reprise.platform.jdbc.DatabaseException} if the database fails.
 */
@ApplicationScoped
public class BatchActs {

  private static final String LOCK = "UPDATE batch SET updated_at = CURRENT_TIMESTAMP WHERE id = ?";

  private static final String MOVE =
      """
      UPDATE batch SET status = ?, requested = ?, reason = ?, due_at = CURRENT_TIMESTAMP,
                       owner = NULL, lease_until = NULL,
                       hold_reason = NULL, held_until = NULL, needed_usd = NULL
      WHERE id = ?\
      """;

  private static final String REQUEST = "UPDATE batch SET requested = ?, reason = ? WHERE id = ?";

  private final Database database;
  private final ItemTable items;
  private final BatchActTable acts;

  @Inject
  public BatchActs(Database database, ItemTable items, BatchActTable acts) {
    this.database = database;
    this.items = items;
    this.acts = acts;
  }

  /** What became of an act. */
  public enum Result {
    /** The batch is, or soon will be, as the person wants it. */
    ACCEPTED,
    /** The batch has ended, and the act does not apply to it any more. */
    ENDED,
    /** The batch does not wait for the approval of such an amount. */
    NOT_ASKED,
    /** There is nothing to retry. */
    NOTHING_FAILED,
    /** The batch is not what the person has seen. */
    CHANGED
  }

  private interface Change {
    Result on(JdbcTransaction transaction, Batch batch);
  }

  /** Starts no further items. Runs that are under way finish; then the batch is PAUSED. */
  public Result pause(UUID id, BatchAct act) {
    return change(
        id,
        act,
        (transaction, batch) -> {
          if (batch.status().isEnded()) {
            return Result.ENDED;
          }
          if (batch.status() == BatchStatus.PAUSED || batch.state().requested().isPresent()) {
            return Result.ACCEPTED; // a cancellation under way goes further than a pause
          }
          if (batch.status() == BatchStatus.RUNNING) {
            transaction.update(REQUEST, BatchStatus.PAUSED.name(), null, id);
          } else {
            transaction.update(MOVE, BatchStatus.PAUSED.name(), null, null, id);
          }
          acts.add(transaction, id, act);
          return Result.ACCEPTED;
        });
  }

  /** Continues a paused batch, or withdraws a pause that is not complete. */
  public Result resume(UUID id, BatchAct act) {
    return change(
        id,
        act,
        (transaction, batch) -> {
          if (batch.status().isEnded()) {
            return Result.ENDED;
          }
          boolean isPausing =
              batch.state().requested().filter(BatchStatus.PAUSED::equals).isPresent();
          if (batch.status() == BatchStatus.PAUSED) {
            transaction.update(MOVE, BatchStatus.QUEUED.name(), null, null, id);
          } else if (isPausing) {
            transaction.update(REQUEST, null, null, id);
          } else {
            return Result.ACCEPTED;
          }
          acts.add(transaction, id, act);
          return Result.ACCEPTED;
        });
  }

  /**
   * Cancels the runs that have not ended, and with them all items that have none. A job does that,
   * so the batch is CANCELLED soon and not at once.
   */
  public Result cancel(UUID id, BatchAct act) {
    return change(
        id,
        act,
        (transaction, batch) -> {
          boolean isCancelling =
              batch.state().requested().filter(BatchStatus.CANCELLED::equals).isPresent();
          if (batch.status() == BatchStatus.CANCELLED || isCancelling) {
            return Result.ACCEPTED;
          }
          if (batch.status().isEnded()) {
            return Result.ENDED;
          }
          String cancelled = BatchStatus.CANCELLED.name();
          if (batch.status() == BatchStatus.RUNNING) {
            transaction.update(REQUEST, cancelled, null, id);
          } else {
            transaction.update(MOVE, BatchStatus.QUEUED.name(), cancelled, null, id);
          }
          acts.add(transaction, id, act);
          return Result.ACCEPTED;
        });
  }

  /** Gives each failed item another attempt, and reopens the batch if it has ended. */
  public Result retryFailed(UUID id, BatchAct act) {
    return change(
        id,
        act,
        (transaction, batch) -> {
          boolean isCancelling =
              batch.state().requested().filter(BatchStatus.CANCELLED::equals).isPresent();
          if (batch.status() == BatchStatus.CANCELLED || isCancelling) {
            return Result.ENDED;
          }
          boolean reopens = batch.status() == BatchStatus.FAILED;
          if (batch.totals().failed() == 0 && !reopens) {
            return Result.NOTHING_FAILED;
          }
          items.retryFailed(transaction, id);
          if (batch.status().isEnded() || batch.status() == BatchStatus.WAITING) {
            transaction.update(MOVE, BatchStatus.QUEUED.name(), null, null, id);
            transaction.update("UPDATE batch SET ended_at = NULL WHERE id = ?", id);
          } else if (batch.state().requested().filter(BatchStatus.FAILED::equals).isPresent()) {
            transaction.update(REQUEST, null, null, id);
          }
          acts.add(transaction, id, act);
          return Result.ACCEPTED;
        });
  }

  /**
   * Approves what the requests to the provider are expected to cost, and continues the batch.
   *
   * @param usd the amount that the person has seen
   */
  public Result approve(UUID id, BatchAct act, BigDecimal usd) {
    return change(
        id,
        act,
        (transaction, batch) -> {
          Optional<BigDecimal> needed = batch.state().hold().flatMap(Hold::neededUsd);
          if (needed.filter(it -> it.compareTo(usd) == 0).isEmpty()) {
            return Result.NOT_ASKED;
          }
          transaction.update("UPDATE batch SET approved_usd = ? WHERE id = ?", usd, id);
          transaction.update(MOVE, BatchStatus.QUEUED.name(), null, null, id);
          acts.add(transaction, id, act);
          return Result.ACCEPTED;
        });
  }

  private Result change(UUID id, BatchAct act, Change change) {
    return database.together(
        transaction -> {
          transaction.update(LOCK, id);
          Batch batch = BatchStore.find(transaction, id).orElseThrow();
          return act.seen().filter(seen -> !seen.equals(batch.version())).isPresent()
              ? Result.CHANGED
              : change.on(transaction, batch);
        });
  }
}
