package dev.reprise.execution.batch;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchLostException;
import dev.reprise.batch.BatchStatus;
import dev.reprise.batch.Hold;
import dev.reprise.batch.store.BatchClaims;
import dev.reprise.platform.redaction.Redaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;

/** Releases batches, on every path by which a job can end. */
@ApplicationScoped
class BatchReleaser {

  private static final System.Logger LOG = System.getLogger(BatchReleaser.class.getName());

  /** Before a batch whose job broke down is due again. */
  private static final Duration BACK_OFF = Duration.ofSeconds(5);

  private static final String CLAIM_LOST = "CLAIM_LOST";

  private final BatchClaims claims;
  private final Redaction redaction;

  @Inject
  BatchReleaser(BatchClaims claims, Redaction redaction) {
    this.claims = claims;
    this.redaction = redaction;
  }

  /**
   * Releases a batch.
   *
   * @param hasFailed whether a partition broke down
   * @return the job's exit status: the status that the batch has now
   */
  String release(ActiveBatch active, boolean hasFailed, Optional<Exception> fault) {
    if (active.stop().equals(Optional.of(BatchStop.CLAIM_LOST))) {
      return lost(active);
    }
    try {
      Batch batch =
          claims.find(active.id()).orElseThrow(() -> new BatchLostException(active.claim()));
      BatchStatus next = hasFailed ? BatchStatus.QUEUED : next(batch, active.stop());
      active
          .held()
          .filter(unused -> next == BatchStatus.WAITING)
          .ifPresent(hold -> hold(active, hold));
      claims.release(active.claim(), next, hasFailed ? BACK_OFF : Duration.ZERO);
      if (hasFailed) {
        LOG.log(
            ERROR,
            "batch %s: its job broke down; another one starts in %s"
                .formatted(active.id(), BACK_OFF),
            fault.map(redaction::fault).orElse(null));
      } else {
        LOG.log(INFO, "batch %s: %s, %s".formatted(active.id(), next, batch.totals()));
      }
      return next.name();
    } catch (BatchLostException e) {
      return lost(active);
    }
  }

  private void hold(ActiveBatch active, Hold hold) {
    LOG.log(
        WARNING,
        "batch %s: %s; %s"
            .formatted(
                active.id(),
                hold.reason(),
                hold.until()
                    .map("it goes on at %s"::formatted)
                    .orElse("it goes on when a person has acted")));
    claims.hold(active.claim(), hold);
  }

  /** Returns the status of a batch after its job, whose partitions are all over. */
  static BatchStatus next(Batch batch, Optional<BatchStop> stop) {
    if (stop.equals(Optional.of(BatchStop.DRAIN))) {
      return BatchStatus.QUEUED;
    }
    if (stop.equals(Optional.of(BatchStop.OPERATOR)) && batch.totals().pending() > 0) {
      return BatchStatus.PAUSED;
    }
    if (batch.state().requested().equals(Optional.of(BatchStatus.CANCELLED))) {
      return BatchStatus.CANCELLED;
    }
    if (batch.totals().pending() == 0) {
      return BatchStatus.COMPLETED;
    }
    return batch.state().requested().orElse(BatchStatus.WAITING);
  }

  private static String lost(ActiveBatch batch) {
    LOG.log(
        WARNING,
        "batch %s: another server holds it; this job ends and writes nothing"
            .formatted(batch.id()));
    return CLAIM_LOST;
  }
}
