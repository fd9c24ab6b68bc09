package dev.reprise.execution;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.Server;
import dev.reprise.run.Run;
import dev.reprise.run.RunQueue;
import dev.reprise.run.Runs;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.annotation.security.DeclareRoles;
import jakarta.annotation.security.RunAs;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.UUID;

/**
 * Starts a job for each run that is due, and nobody else does. A tick over rows: what is lost with
 * this process is found in the table by the next one.
 */
@Startup
@Singleton
@DependsOn("Schema")
@DeclareRoles("runner")
@RunAs("runner")
@TransactionManagement(TransactionManagementType.BEAN)
public class Dispatcher {

  private static final System.Logger LOG = System.getLogger(Dispatcher.class.getName());

  @Resource TimerService timers;
  @Inject Jobs jobs;
  @Inject RunQueue queue;
  @Inject Runs runs;
  @Inject RunsInHand inHand;
  @Inject EngineSettings settings;
  @Inject Server server;

  @PostConstruct
  void start() {
    jobs.settleEarlierStarts();
    if (!settings.dispatchEnabled) {
      LOG.log(
          INFO, "reprise.dispatch.enabled is false: runs start only when operators restart jobs");
      return;
    }
    long interval = settings.dispatchInterval.toMillis();
    timers.createIntervalTimer(0, interval, new TimerConfig("dispatch", false));
  }

  @Timeout
  void tick() {
    int free = settings.maxRunning - inHand.count();
    if (free <= 0 || inHand.isShuttingDown()) {
      return;
    }
    try {
      queue.reserve(server.thisStart(), settings.lease, free).forEach(this::launch);
    } catch (RuntimeException e) {
      LOG.log(WARNING, "the queue could not be read; the next tick tries again", e);
    }
  }

  private void launch(UUID run) {
    inHand.starting(run);
    try {
      jobs.launch(run, runs.find(run).flatMap(Run::execution));
    } catch (RuntimeException e) {
      inHand.started(run);
      LOG.log(
          ERROR,
          "run %s: no job could be started; it is tried again after %s"
              .formatted(run, settings.lease),
          e);
    }
  }

  /** Takes nothing new and lets steps in hand finish, so that a stop loses no more than a crash. */
  @PreDestroy
  void drain() {
    inHand.shutDown();
    if (inHand.count() > 0) {
      LOG.log(INFO, "shutting down: %d runs stop behind their step".formatted(inHand.count()));
      awaitNoneInHand();
    }
  }

  private void awaitNoneInHand() {
    try {
      if (!inHand.awaitNone(settings.shutdownGrace)) {
        LOG.log(
            WARNING,
            "%d runs did not stop within %s; recovery takes them on"
                .formatted(inHand.count(), settings.shutdownGrace));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the server has no more patience; recovery takes them on
    }
  }
}
