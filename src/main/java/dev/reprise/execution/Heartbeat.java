package dev.reprise.execution;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.Server;
import dev.reprise.run.Claim;
import dev.reprise.run.Claims;
import dev.reprise.run.Claims.Held;
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
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Function;
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
  @Inject RunsInHand inHand;
  @Inject EngineSettings settings;
  @Inject Server server;
  @Inject Clock clock;

  private Instant renewed = Instant.EPOCH;

  @PostConstruct
  void start() {
    timers.createIntervalTimer(
        INTERVAL.toMillis(), INTERVAL.toMillis(), new TimerConfig("heartbeat", false));
  }

  @Timeout
  void beat() {
    if (inHand.all().isEmpty()) {
      return;
    }
    try {
      compare();
      if (clock.instant().isAfter(renewed.plus(settings.lease.dividedBy(3)))) {
        renew();
      }
    } catch (RuntimeException e) {
      LOG.log(WARNING, "the leases of runs in hand could not be renewed; trying again", e);
    }
  }

  private void compare() {
    var before = inHand.all();
    Map<Claim, Held> held =
        claims.heldBy(server.thisStart()).stream()
            .collect(Collectors.toMap(Held::claim, Function.identity()));
    for (RunInHand run : before) {
      Held now = held.get(run.claim());
      if (now != null && now.cancelWished()) {
        run.stop(StopCause.CANCEL);
      }
      if (now == null && inHand.contains(run.id()) && !claims.renew(run.claim(), settings.lease)) {
        run.stop(StopCause.CLAIM_LOST);
      }
    }
  }

  private void renew() {
    renewed = clock.instant();
    for (RunInHand run : inHand.all()) {
      if (!claims.renew(run.claim(), settings.lease)) {
        run.stop(StopCause.CLAIM_LOST);
      }
    }
  }
}
