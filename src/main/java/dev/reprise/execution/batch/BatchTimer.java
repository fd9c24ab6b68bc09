package dev.reprise.execution.batch;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;

import dev.reprise.batch.Batch;
import dev.reprise.batch.store.BatchClaims;
import dev.reprise.batch.store.BatchStore;
import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.EngineSettings;
import dev.reprise.operations.maintenance.MaintenanceMode;
import dev.reprise.platform.IntervalTimer;
import dev.reprise.platform.server.ServerIdentity;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;

/**
 * Ticks each second: renews the leases of this server's batches and tells them what people asked
 * for, requeues those whose server died or whose wait is over, and starts the jobs of those that
 * are due. The rows hold the state, so the next tick, here or on another server, makes up for a
 * lost one. Tested by {@code BatchIT}.
 */
@Startup
@Singleton
@DependsOn("Presence") // two servers of one name would end each other's leases
@TransactionManagement(TransactionManagementType.BEAN)
public class BatchTimer extends IntervalTimer {

  private static final System.Logger LOG = System.getLogger(BatchTimer.class.getName());

  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Duration BACK_OFF = Duration.ofSeconds(5);

  /** A request that loads items changes the row far more often. */
  private static final Duration LONGEST_LOAD = Duration.ofMinutes(10);

  @Inject BatchClaims claims;
  @Inject BatchStore store;
  @Inject ActiveBatches active;
  @Inject ActiveRuns runs;
  @Inject MaintenanceMode maintenance;
  @Inject BatchJobLauncher launcher;
  @Inject BatchSettings settings;
  @Inject EngineSettings engine;
  @Inject ServerIdentity server;
  @Inject Clock clock;

  private boolean earlierStartsExpired;

  @PostConstruct
  void start() {
    every(INTERVAL, "batches", this::tick);
  }

  private void tick() {
    if (!earlierStartsExpired) {
      claims.expireEarlierStarts(server.name(), server.thisStart());
      earlierStartsExpired = true;
    }
    active.all().forEach(this::keep);
    claims.requeue();
    int discarded = store.discardAbandoned(clock.instant().minus(LONGEST_LOAD));
    if (discarded > 0) {
      LOG.log(INFO, "%d batches are discarded that were never loaded".formatted(discarded));
    }
    if (engine.dispatchEnabled && !isDraining()) {
      int room = settings.maxRunning - active.count();
      if (room > 0) {
        claims.reserve(server.thisStart(), engine.lease, room).forEach(this::launch);
      }
    }
  }

  private void keep(ActiveBatch batch) {
    if (!claims.renew(batch.claim(), engine.lease)) {
      batch.stop(BatchStop.CLAIM_LOST);
      return;
    }
    claims.find(batch.id()).ifPresent(batch::update);
    if (isDraining()) {
      batch.stop(BatchStop.DRAIN);
    }
  }

  private boolean isDraining() {
    return runs.isShuttingDown() || maintenance.isOn();
  }

  private void launch(Batch batch) {
    try {
      launcher.launch(batch);
    } catch (RuntimeException e) {
      LOG.log(
          ERROR,
          "batch %s: no job could be started; the next try is in %s"
              .formatted(batch.id(), BACK_OFF),
          e);
      claims.giveBack(batch.id(), server.thisStart(), BACK_OFF);
    }
  }

  /** Lets other servers go on with this server's batches at once. */
  @PreDestroy
  void drain() {
    active.all().forEach(batch -> batch.stop(BatchStop.DRAIN));
  }
}
