package dev.reprise.batch.store;

import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchClaim;
import dev.reprise.batch.BatchLostException;
import dev.reprise.batch.BatchStatus;
import dev.reprise.batch.Hold;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.queue.row.RunSql;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Who carries batches out: one job at a time, under a lease by the database's clock.
 *
 * <p>Every method throws {@link dev.reprise.platform.jdbc.DatabaseException} if the database fails.
 * Tested by {@code BatchStoreTest}.
 */
@ApplicationScoped
public class BatchClaims {

  private static final String DUE =
      """
      SELECT id FROM batch
      WHERE status = 'QUEUED' AND due_at <= CURRENT_TIMESTAMP
        AND (lease_until IS NULL OR lease_until < CURRENT_TIMESTAMP)
      ORDER BY due_at, id FETCH FIRST ? ROWS ONLY\
      """;

  private static final String REQUEUE_EXPIRED =
      """
      UPDATE batch SET status = 'QUEUED', epoch = epoch + 1, owner = NULL, lease_until = NULL,
                       due_at = CURRENT_TIMESTAMP, updated_at = CURRENT_TIMESTAMP
      WHERE status = 'RUNNING' AND lease_until < CURRENT_TIMESTAMP\
      """;

  private static final String EXPIRE_EARLIER_STARTS =
      """
      UPDATE batch SET lease_until = created_at
      WHERE status IN ('QUEUED', 'RUNNING') AND lease_until IS NOT NULL
        AND SUBSTR(owner, 1, ?) = ? AND owner <> ?\
      """;

  /**
   * A batch waits as long as each of its items has a run that waits or is paused, or a batch of the
   * provider that needs nothing, or is held.
   */
  private static final String WAKE =
      """
      UPDATE batch SET status = 'QUEUED', due_at = CURRENT_TIMESTAMP,
                       updated_at = CURRENT_TIMESTAMP
      WHERE status = 'WAITING' AND (held_until <= CURRENT_TIMESTAMP OR EXISTS (
        SELECT 1 FROM batch_item i JOIN run r ON r.id = i.run_id
        WHERE i.batch_id = batch.id AND i.status = 'PENDING'
          AND r.status NOT IN ('WAITING', 'PAUSED'))
        OR EXISTS (
          SELECT 1 FROM provider_batch p
          WHERE p.batch_id = batch.id AND p.state IN ('SUBMITTING', 'UNKNOWN', 'ENDED')
            AND p.due_at <= CURRENT_TIMESTAMP))\
      """;

  /** Replies of items that a cancellation leaves without runs. */
  private static final String DROP_UNUSED_REPLIES =
      """
      DELETE FROM prepaid_reply WHERE run_id IN (
        SELECT i.run_id FROM batch_item i
        WHERE i.batch_id = ? AND i.status = 'PENDING' AND i.submission IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM run r WHERE r.id = i.run_id))\
      """;

  private static final int LONGEST_REASON = 2000;

  private final Database database;
  private final ItemTable items;

  @Inject
  public BatchClaims(Database database, ItemTable items) {
    this.database = database;
    this.items = items;
  }

  /** Queues the batches whose server died, and those of which a run no longer waits. */
  public int requeue() {
    int expired = database.update(REQUEUE_EXPIRED);
    return expired + database.update(WAKE);
  }

  /**
   * Lets batches that are held until a time go on soon, because what held them may be over.
   *
   * @param tenant whose batches; empty for those of all tenants
   * @param delay until each server knows that it is over
   */
  public void endHolds(Optional<String> tenant, Duration delay) {
    String soon = RunSql.fromNow(delay);
    String sql =
        "UPDATE batch SET held_until = %s WHERE status = 'WAITING' AND held_until > %s"
            .formatted(soon, soon);
    tenant.ifPresentOrElse(
        it -> database.update(sql + " AND tenant = ?", it), () -> database.update(sql));
  }

  /** Ends the leases of a server's earlier starts at once: their process is gone. */
  public void expireEarlierStarts(String server, String thisStart) {
    String prefix = server + "#";
    database.update(EXPIRE_EARLIER_STARTS, prefix.length(), prefix, thisStart);
  }

  /** Reserves batches that are due, so that only the caller starts their jobs. */
  public List<Batch> reserve(String owner, Duration lease, int limit) {
    List<UUID> due = database.rows(DUE, row -> row.id("id"), limit);
    return due.stream()
        .filter(id -> database.moves(reserve(lease), owner, id))
        .flatMap(id -> find(id).stream())
        .toList();
  }

  private static String reserve(Duration lease) {
    return """
    UPDATE batch SET owner = ?, lease_until = %s
    WHERE id = ? AND status = 'QUEUED'
      AND (lease_until IS NULL OR lease_until < CURRENT_TIMESTAMP)"""
        .formatted(RunSql.fromNow(lease));
  }

  /** Gives a reservation back whose job could not be started. */
  public void giveBack(UUID batch, String owner, Duration delay) {
    String sql =
        """
        UPDATE batch SET owner = NULL, lease_until = NULL, due_at = %s
        WHERE id = ? AND owner = ? AND status = 'QUEUED'"""
            .formatted(RunSql.fromNow(delay));
    database.update(sql, batch, owner);
  }

  /**
   * Makes a job the one that carries a batch out.
   *
   * @return empty if another job holds it, or its status does not allow it
   */
  public Optional<Batch> claim(Batch read, String owner, Duration lease, long execution) {
    String condition =
        read.status() == BatchStatus.RUNNING ? " AND lease_until < CURRENT_TIMESTAMP" : "";
    String sql =
        """
        UPDATE batch SET status = 'RUNNING', epoch = epoch + 1, owner = ?, lease_until = %s,
                         execution = ?, claimed_at = CURRENT_TIMESTAMP,
                         ended_at_claim = completed + failed + cancelled + skipped,
                         started_at = COALESCE(started_at, CURRENT_TIMESTAMP), ended_at = NULL,
                         hold_reason = NULL, held_until = NULL, needed_usd = NULL,
                         updated_at = CURRENT_TIMESTAMP
        WHERE id = ? AND epoch = ? AND status = ?%s"""
            .formatted(RunSql.fromNow(lease), condition);
    boolean claimed =
        database.moves(
            sql, owner, execution, read.id(), read.holder().epoch(), read.status().name());
    return claimed ? find(read.id()) : Optional.empty();
  }

  /** Extends the lease of a claim; returns false if it does not hold the batch any more. */
  public boolean renew(BatchClaim claim, Duration lease) {
    String sql =
        "UPDATE batch SET lease_until = %s WHERE id = ? AND epoch = ? AND status = 'RUNNING'"
            .formatted(RunSql.fromNow(lease));
    return database.moves(sql, claim.batch(), claim.epoch());
  }

  /** Asks for the end of a batch that has reached one of its limits. */
  public void fail(BatchClaim claim, String reason) {
    String sql =
        """
        UPDATE batch SET requested = 'FAILED', reason = ?
        WHERE id = ? AND epoch = ? AND status = 'RUNNING'
          AND (requested IS NULL OR requested = 'PAUSED')""";
    database.update(sql, reason, claim.batch(), claim.epoch());
  }

  /** Notes why a batch that is about to be released as WAITING waits although items could begin. */
  public void hold(BatchClaim claim, Hold hold) {
    String sql =
        """
        UPDATE batch SET hold_reason = ?, held_until = ?, needed_usd = ?
        WHERE id = ? AND epoch = ? AND status = 'RUNNING'""";
    database.update(
        sql,
        hold.reason().substring(0, Math.min(hold.reason().length(), LONGEST_REASON)),
        hold.until(),
        hold.neededUsd(),
        claim.batch(),
        claim.epoch());
  }

  /**
   * Releases a claim. A request that came meanwhile stays, unless {@code next} fulfils it.
   *
   * @param delay before a batch that is QUEUED again is due
   * @throws BatchLostException if the claim does not hold the batch any more
   */
  public void release(BatchClaim claim, BatchStatus next, Duration delay) {
    database.together(
        transaction -> {
          String sql =
              """
              UPDATE batch SET status = ?, owner = NULL, lease_until = NULL, due_at = %s,
                requested = NULLIF(requested, ?),
                ended_at = %s, updated_at = CURRENT_TIMESTAMP
              WHERE id = ? AND epoch = ? AND status = 'RUNNING'"""
                  .formatted(
                      RunSql.fromNow(delay), next.isEnded() ? "CURRENT_TIMESTAMP" : "ended_at");
          String name = next.name();
          if (!transaction.moves(sql, name, name, claim.batch(), claim.epoch())) {
            throw new BatchLostException(claim);
          }
          if (next == BatchStatus.CANCELLED) {
            long last = BatchItems.lastNumber(transaction, claim.batch());
            transaction.update(DROP_UNUSED_REPLIES, claim.batch());
            int rest = items.cancelRest(transaction, claim.batch(), last);
            transaction.update(
                "UPDATE batch SET cancelled = cancelled + ?, last_number = CAST(? AS BIGINT) + items WHERE id = ?",
                rest,
                last,
                claim.batch());
          }
          return next;
        });
  }

  /** Returns a batch. */
  public Optional<Batch> find(UUID id) {
    return database.single(transaction -> BatchStore.find(transaction, id));
  }
}
