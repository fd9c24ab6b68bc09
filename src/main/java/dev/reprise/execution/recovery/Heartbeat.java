package dev.reprise.execution.recovery;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.Lease;
import dev.reprise.execution.StopCause;
import dev.reprise.platform.IntervalTimer;
import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.queue.Claims;
import dev.reprise.queue.Claims.Held;
import dev.reprise.queue.StopSignal;
import dev.reprise.queue.inbox.MessageSignal;
import dev.reprise.queue.row.Claim;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Renews the leases of this server's active runs, and delivers requests to cancel and pause them:
 * those that this server took at once; and every second it compares the active runs with the rows
 * in the database.
 */
@Startup
@Singleton
@DependsOn("Schema")
@TransactionManagement(TransactionManagementType.BEAN)
public class Heartbeat extends IntervalTimer {

  private static final System.Logger LOG = System.getLogger(Heartbeat.class.getName());
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  @Inject Claims claims;
  @Inject MessageSignal messages;
  @Inject StopSignal stops;
  @Inject ActiveRuns active;
  @Inject ServerIdentity server;

  @PostConstruct
  void start() {
    messages.listen(active::posted);
    stops.listen(active::requested);
    every(INTERVAL, "heartbeat", this::beat);
  }

  void beat() {
    renewDue();
    if (!active.all().isEmpty()) {
      compare();
    }
  }

  void renewDue() {
    active.reading().stream().filter(Lease::isDue).forEach(this::renew);
    active.all().stream().filter(ActiveRun::isDueForRenewal).forEach(this::renew);
  }

  private void compare() {
    var before = active.all();
    // A list, and sets made from it: a scan may return a row twice that moves during the scan.
    List<Held> held = claims.heldBy(server.thisStart());
    Set<Claim> known = held.stream().map(Held::claim).collect(Collectors.toSet());
    Set<Claim> unwanted =
        held.stream().filter(Held::cancelRequested).map(Held::claim).collect(Collectors.toSet());
    Set<Claim> toPause =
        held.stream().filter(Held::pauseRequested).map(Held::claim).collect(Collectors.toSet());
    held.forEach(row -> active.posted(row.claim().run(), row.messages()));
    for (ActiveRun run : before) {
      if (unwanted.contains(run.claim())) {
        run.stop(StopCause.CANCEL);
      } else if (toPause.contains(run.claim())) {
        run.stop(StopCause.PAUSE);
      }
      // The run may have been released since; only a failed renewal proves that it was lost.
      if (!known.contains(run.claim()) && active.contains(run.id())) {
        renew(run);
      }
    }
  }

  private void renew(ActiveRun run) {
    attempt(
        run.id(),
        () -> {
          if (run.renew() && run.isProven()) {
            claims.clearDeaths(run.claim());
            run.clear();
          }
        });
  }

  /** A reader whose lease is lost finds that out at its first append. */
  private void renew(Lease reading) {
    attempt(reading.claim().run(), reading::renew);
  }

  /** A renewal that fails delays no other, and is retried at the next heartbeat. */
  private static void attempt(UUID run, Runnable renewal) {
    try {
      renewal.run();
    } catch (RuntimeException e) {
      LOG.log(
          WARNING,
          "run %s: its lease was not renewed; the next heartbeat tries again".formatted(run),
          e);
    }
  }
}
