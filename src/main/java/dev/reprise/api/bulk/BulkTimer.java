package dev.reprise.api.bulk;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.INFO;

import dev.reprise.operations.bulk.BulkClaim;
import dev.reprise.operations.bulk.BulkQueue;
import dev.reprise.operations.bulk.BulkStore;
import dev.reprise.operations.maintenance.MaintenanceMode;
import dev.reprise.platform.IntervalTimer;
import dev.reprise.platform.server.ServerIdentity;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Looks each second for operations on many runs, and carries them out, one at a time, tenant by
 * tenant in turn. Tested by {@code BulkIT}.
 */
@Startup
@Singleton
@DependsOn("Presence") // two servers of one name would end each other's leases
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class BulkTimer extends IntervalTimer {

  private static final System.Logger LOG = System.getLogger(BulkTimer.class.getName());

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /** For how long the receipt of an operation can be read after its end. */
  private static final Duration KEPT = Duration.ofDays(30);

  /** After how many chunks an operation is put back if one of another tenant waits. */
  private static final int CHUNKS_OF_A_TURN = 5;

  @Inject BulkQueue queue;
  @Inject BulkStore store;
  @Inject BulkWorker worker;
  @Inject MaintenanceMode maintenance;
  @Inject ServerIdentity server;
  @Inject Clock clock;

  private final AtomicBoolean working = new AtomicBoolean();
  private final TenantTurns turns = new TenantTurns();
  private volatile boolean isStopping;
  private volatile boolean earlierStartsExpired;

  @PostConstruct
  void start() {
    every(INTERVAL, "acts on many runs", this::work);
    every(Duration.ofHours(1), "receipts of acts on many runs", this::removeOldReceipts);
  }

  private void removeOldReceipts() {
    int removed =
        store.removeEnded(clock.instant().minus(KEPT))
            + store.removePreviews(clock.instant().minus(BulkPreviews.LIFE));
    LOG.log(
        DEBUG, "acts on many runs: %d old receipts and previews were removed".formatted(removed));
  }

  private void work() {
    if (isResting() || !working.compareAndSet(false, true)) {
      return; // the tick that works may take longer than the interval
    }
    try {
      if (!earlierStartsExpired) {
        queue.expireEarlierStarts(server.name(), server.thisStart());
        earlierStartsExpired = true;
      }
      boolean worked = true;
      while (worked && !isResting()) {
        Optional<BulkClaim> claim =
            turns
                .next(queue.dueTenants())
                .flatMap(it -> queue.claim(it, server.thisStart(), BulkWorker.LEASE));
        claim.ifPresent(this::work);
        worked = claim.isPresent();
      }
    } finally {
      working.set(false);
    }
  }

  private void work(BulkClaim claim) {
    LOG.log(
        INFO,
        "bulk %s of tenant %s: %s on %d runs for %s"
            .formatted(
                claim.operation().id(),
                claim.operation().tenant(),
                claim.operation().order().act(),
                claim.operation().counts().total(),
                claim.operation().order().by().name()));
    String tenant = claim.operation().tenant();
    var chunks = new AtomicInteger();
    worker.work(
        claim,
        () ->
            isResting()
                || (chunks.incrementAndGet() > CHUNKS_OF_A_TURN
                    && queue.dueTenants().stream().anyMatch(it -> !it.equals(tenant))));
  }

  /** Other servers carry operations out meanwhile. */
  private boolean isResting() {
    return isStopping || maintenance.isOn();
  }

  /** Lets another server continue at once. */
  @PreDestroy
  void stop() {
    isStopping = true;
  }
}
