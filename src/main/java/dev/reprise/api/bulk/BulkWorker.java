package dev.reprise.api.bulk;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemMapper;
import dev.reprise.api.http.ProblemType;
import dev.reprise.operations.bulk.BulkClaim;
import dev.reprise.operations.bulk.BulkItem;
import dev.reprise.operations.bulk.BulkItemStatus;
import dev.reprise.operations.bulk.BulkOperation;
import dev.reprise.operations.bulk.BulkQueue;
import dev.reprise.platform.jdbc.DatabaseException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Carries an operation out, some runs at a time. The rows hold the state: if the server is lost,
 * another one continues with the runs that were begun. Tested by {@code BulkIT}.
 */
@ApplicationScoped
class BulkWorker {

  private static final System.Logger LOG = System.getLogger(BulkWorker.class.getName());

  /** How long a server may be silent; far longer than the runs of one chunk take. */
  static final Duration LEASE = Duration.ofSeconds(30);

  private static final int CHUNK = 20;
  private static final Duration BACK_OFF = Duration.ofSeconds(5);

  private final BulkQueue queue;
  private final BulkActs acts;

  @Inject
  BulkWorker(BulkQueue queue, BulkActs acts) {
    this.queue = queue;
    this.acts = acts;
  }

  /**
   * Works until the operation is complete, or does not belong to this server any more.
   *
   * @param stop whether to hand the operation back after the present chunk
   */
  void work(BulkClaim claim, BooleanSupplier stop) {
    int last = 0;
    while (!stop.getAsBoolean()) {
      Optional<List<BulkItem>> items = queue.begin(claim, last, LEASE, CHUNK);
      if (items.isEmpty()) {
        LOG.log(INFO, "bulk %s: was stopped, or another server has it".formatted(id(claim)));
        return;
      }
      if (items.get().isEmpty()) {
        queue.finish(claim);
        LOG.log(INFO, "bulk %s: every run was tried".formatted(id(claim)));
        return;
      }
      if (!workOff(claim, items.get())) {
        queue.release(claim, BACK_OFF);
        return;
      }
      last = items.get().getLast().number();
    }
    queue.release(claim, Duration.ZERO);
  }

  /** Returns false if the server cannot work at present; then the rest is tried again later. */
  private boolean workOff(BulkClaim claim, List<BulkItem> items) {
    List<BulkItem> ended = new ArrayList<>(items.size());
    try {
      Optional<BulkItem.Refusal> refusal = refusal(claim.operation());
      for (BulkItem item : items) {
        ended.add(
            refusal.isPresent()
                ? refused(claim.operation(), item, refusal.get())
                : ended(claim.operation(), item));
      }
      return queue.end(claim, ended);
    } catch (UnavailableException e) {
      LOG.log(
          WARNING,
          "bulk %s: the database does not answer; the next try is in %s"
              .formatted(id(claim), BACK_OFF),
          e);
      queue.end(claim, ended);
      return false;
    }
  }

  private Optional<BulkItem.Refusal> refusal(BulkOperation operation) {
    try {
      return acts.refusal(operation);
    } catch (DatabaseException e) {
      throw new UnavailableException(e);
    }
  }

  private BulkItem ended(BulkOperation operation, BulkItem item) {
    try {
      acts.carryOut(operation, item);
      return item.succeeded();
    } catch (RuntimeException e) {
      ProblemException refusal = ProblemMapper.of(e);
      boolean isSwitchedOff = refusal.type() == ProblemType.SWITCHED_OFF; // until a person acts
      if (refusal.type().isRetryable() && !isSwitchedOff) {
        throw new UnavailableException(e);
      }
      BulkItem ended =
          refused(operation, item, new BulkItem.Refusal(refusal.type().code(), refusal.detail()));
      if (refusal != e && ended.status() == BulkItemStatus.FAILED) {
        LOG.log(
            WARNING,
            "bulk %s: could not %s run %s"
                .formatted(operation.id(), operation.order().act(), item.run()),
            e);
      }
      return ended;
    }
  }

  /** A server that was lost may have done it before it could say so. */
  private BulkItem refused(BulkOperation operation, BulkItem item, BulkItem.Refusal why) {
    return item.status() == BulkItemStatus.STARTED && acts.isDone(operation, item)
        ? item.succeeded()
        : item.failed(why);
  }

  private static Object id(BulkClaim claim) {
    return claim.operation().id();
  }

  /** The server cannot work at present. */
  private static final class UnavailableException extends RuntimeException {

    private UnavailableException(Throwable cause) {
      super(cause);
    }
  }
}
