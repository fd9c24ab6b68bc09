package dev.reprise.execution.recovery;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.EngineSettings;
import dev.reprise.platform.IntervalTimer;
import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.queue.ChildRuns;
import dev.reprise.queue.ExpiredLeases;
import dev.reprise.queue.LostInMemoryRuns;
import dev.reprise.queue.StrandedRuns;
import dev.reprise.queue.StrandedRuns.Stranded;
import dev.reprise.queue.row.Claim;
import dev.reprise.queue.row.RunRow;
import dev.reprise.telemetry.Telemetry;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.function.Predicate;

/**
 * Requeues runs whose holder died: at the server's start those of its own earlier starts, and
 * periodically those of any server whose lease has expired. Runs that were not durable fail,
 * because their record is lost. Runs that wait for something that cannot come are resumed. Each run
 * has its own transaction, and a repetition has no effect, so the sweep may itself be cut off
 * anywhere. Tested by {@code TakeOverIT}.
 */
@Startup
@Singleton(name = "RecoverySweep")
@DependsOn("Presence") // two servers of one name would end each other's leases
@TransactionManagement(TransactionManagementType.BEAN)
public class RecoverySweep extends IntervalTimer {

  private static final System.Logger LOG = System.getLogger(RecoverySweep.class.getName());

  @Inject ExpiredLeases lost;
  @Inject LostInMemoryRuns records;
  @Inject ChildRuns children;
  @Inject StrandedRuns stranded;
  @Inject EngineSettings settings;
  @Inject ServerIdentity server;
  @Inject ActiveRuns active;
  @Inject Telemetry telemetry;

  private boolean earlierStartsExpired;

  /** After a sweep that failed, the next ends no lease: servers that live renew theirs before. */
  private boolean hasFailed;

  @PostConstruct
  void start() {
    atOnceAndEvery(settings.lease.dividedBy(3), "recovery", this::sweep);
  }

  private void sweep() {
    telemetry.instruments().sweeps.add(1);
    boolean lastFailed = hasFailed;
    hasFailed = true;
    if (!earlierStartsExpired) {
      lost.expireEarlierStarts(server.name(), server.thisStart());
      earlierStartsExpired = true;
    }
    if (!lastFailed) {
      lost.expired(server.thisStart()).stream()
          .filter(Predicate.not(this::isAtWork))
          .forEach(this::requeue);
    }
    cancelOrphans();
    stranded.next().forEach(this::resume);
    records.find(server.name(), server.thisStart()).forEach(this::fail);
    hasFailed = false;
  }

  /** The heartbeat renews the lease of a run that this server works on, however late. */
  private boolean isAtWork(Claim claim) {
    return active.all().stream().anyMatch(run -> run.claim().equals(claim));
  }

  private void cancelOrphans() {
    int cancelled = children.cancelOrphans();
    if (cancelled > 0) {
      LOG.log(INFO, "child runs: cancelled %d whose parent has ended".formatted(cancelled));
    }
  }

  private void resume(Stranded run) {
    try {
      if (stranded.resume(run)) {
        telemetry.instruments().runsStranded.add(1);
        LOG.log(
            WARNING,
            "run %s: waited for %s, which nothing could end; queued again, to check by itself"
                .formatted(run.id(), run.reason().code()));
      }
    } catch (RuntimeException e) {
      LOG.log(
          WARNING,
          "run %s: is stranded and could not be queued again; a later sweep tries again"
              .formatted(run.id()),
          e);
    }
  }

  private void fail(RunRow run) {
    try {
      if (records.fail(run)) {
        LOG.log(
            WARNING,
            "run %s: fails, it was not durable and its server %s is gone"
                .formatted(run.id(), run.inMemoryOn().orElse("")));
      }
    } catch (RuntimeException e) {
      LOG.log(
          WARNING,
          "run %s: is lost and could not be failed; the next sweep tries again".formatted(run.id()),
          e);
    }
  }

  private void requeue(Claim claim) {
    try {
      if (lost.requeue(claim, server.thisStart())) {
        LOG.log(INFO, "run %s: its holder is gone; queued again".formatted(claim.run()));
      }
    } catch (RuntimeException e) {
      LOG.log(
          WARNING,
          "run %s: could not be queued again; the next sweep tries again".formatted(claim.run()),
          e);
    }
  }
}
