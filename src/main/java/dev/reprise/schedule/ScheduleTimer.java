package dev.reprise.schedule;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.operations.maintenance.MaintenanceMode;
import dev.reprise.platform.IntervalTimer;
import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.queue.FairShareSettings;
import dev.reprise.telemetry.Telemetry;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
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
public class ScheduleTimer extends IntervalTimer {

  private static final System.Logger LOG = System.getLogger(ScheduleTimer.class.getName());
  private static final Duration BETWEEN_FORGETTING = Duration.ofHours(1);

  @Inject ScheduleStore store;
  @Inject ScheduledRuns executions;
  @Inject ScheduleSettings settings;
  @Inject FairShareSettings share;
  @Inject MaintenanceMode maintenance;
  @Inject ServerIdentity server;
  @Inject Telemetry telemetry;

  private volatile boolean stopping;

  @PostConstruct
  void start() {
    if (!settings.enabled) {
      LOG.log(INFO, "reprise.schedules.enabled is false: this server fires no schedules");
      return;
    }
    recover();
    every(settings.interval, "schedules", () -> scheduler().tick());
    every(BETWEEN_FORGETTING, "history of schedules", this::forget);
  }

  private Scheduler scheduler() {
    return new Scheduler(
        store,
        executions,
        telemetry,
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

  /** Prevents an active tick from starting anything more; other servers do the rest. */
  @PreDestroy
  void drain() {
    stopping = true;
  }

  private void forget() {
    int forgotten = store.forget(store.now().minus(settings.keep));
    if (forgotten > 0) {
      LOG.log(
          INFO,
          "%d firings that ended more than %s ago are deleted".formatted(forgotten, settings.keep));
    }
  }
}
