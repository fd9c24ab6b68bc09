package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.StopCause;
import dev.reprise.platform.ServerIdentity;
import dev.reprise.run.Claim;
import dev.reprise.run.message.MessageSignal;
import dev.reprise.run.queue.Claims;
import dev.reprise.run.queue.Claims.Held;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Keeps the leases of the runs in hand alive, and brings them what others wish: every second it
 * compares what this server holds with what the database says.
 */
@Startup
@Singleton
@DependsOn("Schema")
@TransactionManagement(TransactionManagementType.BEAN)
public class Heartbeat {

  private static final System.Logger LOG = System.getLogger(Heartbeat.class.getName());
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  @Resource TimerService timers;
  @Inject Claims claims;
  @Inject MessageSignal messages;
  @Inject ActiveRuns inHand;
  @Inject ServerIdentity server;

  @PostConstruct
  void start() {
    messages.listen(inHand::posted);
    timers.createIntervalTimer(
        INTERVAL.toMillis(), INTERVAL.toMillis(), new TimerConfig("heartbeat", false));
  }

  @Timeout
  void beat() {
    if (inHand.all().isEmpty()) {
      return;
    }
    renewDue();
    try {
      compare();
    } catch (RuntimeException e) {
      LOG.log(WARNING, "what others wish of runs in hand could not be read; trying again", e);
    }
  }

  void renewDue() {
    inHand.all().stream().filter(ActiveRun::isDueForRenewal).forEach(Heartbeat::renew);
  }

  private void compare() {
    var before = inHand.all();
    // A list with sets made of it: a scan may meet a row twice that moves while it is under way.
    List<Held> held = claims.heldBy(server.thisStart());
    Set<Claim> known = held.stream().map(Held::claim).collect(Collectors.toSet());
    Set<Claim> unwanted =
        held.stream().filter(Held::cancelWished).map(Held::claim).collect(Collectors.toSet());
    Set<Claim> toPause =
        held.stream().filter(Held::pauseWished).map(Held::claim).collect(Collectors.toSet());
    held.forEach(row -> inHand.posted(row.claim().run(), row.messages()));
    for (ActiveRun run : before) {
      if (unwanted.contains(run.claim())) {
        run.stop(StopCause.CANCEL);
      } else if (toPause.contains(run.claim())) {
        run.stop(StopCause.PAUSE);
      }
      // It may have been let go of since; only a renewal that fails proves that it was lost.
      if (!known.contains(run.claim()) && inHand.contains(run.id())) {
        renew(run);
      }
    }
  }

  /** One that fails puts off no other, and is tried again at the next beat. */
  private static void renew(ActiveRun run) {
    try {
      run.renew();
    } catch (RuntimeException e) {
      LOG.log(WARNING, "run %s: its lease was not renewed; tried again".formatted(run.id()), e);
    }
  }
}
