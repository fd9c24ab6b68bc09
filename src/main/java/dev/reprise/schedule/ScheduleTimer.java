package dev.reprise.schedule;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.run.maintenance.MaintenanceMode;
import dev.reprise.run.queue.FairShareSettings;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Duration;

/**
 * Ticks. The rows hold the state, so the next tick, here or on another server, makes up for a lost
 * one. The bean's lock keeps two ticks of one server apart, and makes a server that stops wait for
 * the active tick.
 */
@Startup
@Singleton
@DependsOn("Presence") // as two servers of one name would end each other's leases
@TransactionManagement(TransactionManagementType.BEAN)
public class ScheduleTimer {

  private static final System.Logger LOG = System.getLogger(ScheduleTimer.class.getName());
  private static final String TICK = "schedules";
  private static final String FORGET = "history of schedules";
  private static final Duration BETWEEN_FORGETTING = Duration.ofHours(1);

  @Resource TimerService timers;
  @Inject ScheduleStore store;
  @Inject ScheduledRuns executions;
  @Inject ScheduleSettings settings;
  @Inject FairShareSettings share;
  @Inject MaintenanceMode maintenance;
  @Inject ServerIdentity server;

  private volatile boolean stopping;

  @PostConstruct
  void start() {
    if (!settings.enabled) {
      LOG.log(INFO, "reprise.schedules.enabled is false: this server fires no schedules");
      return;
    }
    recover();
    every(settings.interval, TICK);
    every(BETWEEN_FORGETTING, FORGET);
  }

  private Scheduler scheduler() {
    return new Scheduler(
        store,
        executions,
        new Scheduler.Config(
            server.name(),
            server.thisStart(),
            settings.tolerance,
            settings.lease,
            settings.limits(),
            tenant -> share.weightOf(tenant),
            () -> stopping || maintenance.isOn()));
  }

  private void recover() {
    try {
      scheduler().recover();
    } catch (RuntimeException e) {
      LOG.log(
          WARNING,
          "slots of servers that died could not be recovered; the next tick recovers them",
          e);
    }
  }

  private void every(Duration interval, String what) {
    timers.createIntervalTimer(
        interval.toMillis(), interval.toMillis(), new TimerConfig(what, false));
  }

  @Timeout
  void tick(Timer timer) {
    if (TICK.equals(timer.getInfo())) {
      scheduler().tick();
    } else {
      forget();
    }
  }

  /** Prevents an active tick from starting anything more; other servers do the rest. */
  @PreDestroy
  void drain() {
    stopping = true;
  }

  private void forget() {
    try {
      int forgotten = store.forget(store.now().minus(settings.keep));
      if (forgotten > 0) {
        LOG.log(
            INFO,
            "%d firings that ended more than %s ago are deleted"
                .formatted(forgotten, settings.keep));
      }
    } catch (SchedulesUnavailableException e) {
      LOG.log(WARNING, "old firings could not be deleted; the next attempt is in an hour", e);
    }
  }
}
