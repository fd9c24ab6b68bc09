package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.EngineSettings;
import dev.reprise.execution.EngineSettings.AsJobs;
import dev.reprise.execution.ExclusiveStarts;
import dev.reprise.execution.tool.WorkflowBreakerPermits;
import dev.reprise.journal.StoreHealth;
import dev.reprise.operations.maintenance.MaintenanceMode;
import dev.reprise.platform.ExecutionThreads.ForLaunches;
import dev.reprise.platform.IntervalTimer;
import dev.reprise.platform.ServerFaults;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.queue.ChildRuns;
import dev.reprise.queue.QueueSignal;
import dev.reprise.queue.RunQueue;
import dev.reprise.queue.row.RunRow;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.DependsOn;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Starts each run that is due, with or without a job; nothing else does. It polls rows, so a start
 * that is lost with this process is found in the table by the next one. Tested by {@code KillIT}.
 */
@Startup
@Singleton
@DependsOn("Presence") // which ends last
@TransactionManagement(TransactionManagementType.BEAN)
public class Dispatcher extends IntervalTimer {

  private static final System.Logger LOG = System.getLogger(Dispatcher.class.getName());

  private static final String DISPATCH = "dispatch";

  /** Between two attempts to start a job for a run. */
  private static final Duration BACK_OFF = Duration.ofSeconds(5);

  @Resource SessionContext session;
  @Inject JobLauncher launcher;
  @Inject DirectRunner direct;
  @Inject RunQueue queue;
  @Inject ExclusiveStarts exclusive;
  @Inject WorkflowBreakerPermits workflows;
  @Inject ChildRuns children;
  @Inject EarlierJobs earlier;
  @Inject DecisionDelivery decisions;
  @Inject QueueSignal due;
  @Inject ActiveRuns active;
  @Inject MaintenanceMode maintenance;
  @Inject EngineSettings settings;
  @Inject ServerIdentity server;
  @Inject ServerFaults faults;
  @Inject StoreHealth store;
  @Inject Clock clock;
  @Inject @ForLaunches ExecutorService executor;

  /** The status of a process that ends at SIGTERM. */
  private static final int STOPPED = 128 + 15;

  private final AtomicBoolean nudged = new AtomicBoolean();

  /** When waiting runs were looked at; not at each run that leaves or is submitted. */
  private Instant lastLook = Instant.MIN;

  private final Set<UUID> launching = ConcurrentHashMap.newKeySet();

  @PostConstruct
  void start() {
    earlier.fail();
    executor.execute(earlier::settleAtStart); // the batch runtime reads its store for half a second
    if (!settings.dispatchEnabled) {
      LOG.log(
          INFO, "reprise.dispatch.enabled is false: runs start only when operators restart jobs");
      return;
    }
    atOnceAndEvery(settings.dispatchInterval, DISPATCH, this::tick);
    due.listen(this::wakeUp);
    active.whenOneLeaves(this::wakeUp);
  }

  /** Polls the queue now, or as soon as the current poll is over. */
  private void wakeUp() {
    if (active.isShuttingDown() || !nudged.compareAndSet(false, true)) {
      return;
    }
    try {
      executor.execute(session.getBusinessObject(Dispatcher.class)::poll);
    } catch (RejectedExecutionException e) {
      LOG.log(DEBUG, "the server takes no more work: it shuts down", e);
      active.shutDown();
    }
  }

  /** Polls the queue now; the bean's lock keeps two polls apart. */
  public void poll() {
    perform(DISPATCH);
  }

  /** Starts the runs that are due, as many as this server may work on. */
  private void tick() {
    nudged.set(false);
    Instant now = clock.instant();
    boolean looksAtWaiting = due.takeForWaiting() || isLookDue(now);
    if (looksAtWaiting) {
      lastLook = now;
      tidyUp();
    }
    int free = active.room(settings.maxRunning);
    if (free <= 0 || active.isShuttingDown() || maintenance.isOn() || faults.mustRestart()) {
      return;
    }
    if (looksAtWaiting) {
      queue.wake();
      children.wakeWaiting();
    }
    exclusive.reserve(free).forEach(this::startIfPermitted);
  }

  /** Half an interval, so that each tick looks; at once if the clock was set back. */
  private boolean isLookDue(Instant now) {
    return now.isBefore(lastLook)
        || !now.minus(settings.dispatchInterval.dividedBy(2)).isBefore(lastLook);
  }

  private void tidyUp() {
    earlier.settle();
    active
        .freeDead(clock.instant())
        .forEach(
            run -> {
              workflows.abandon(run);
              LOG.log(
                  WARNING,
                  "run %s: its job died before it held the run; the run is due again"
                      .formatted(run));
            });
    deliverDecisions();
  }

  private void deliverDecisions() {
    try {
      decisions.deliver();
    } catch (DatabaseException e) {
      LOG.log(WARNING, "decisions about calls could not be read; the next poll tries again", e);
    }
  }

  private void startIfPermitted(RunRow run) {
    workflows
        .pause(run)
        .ifPresentOrElse(
            left -> queue.postponeForBreaker(run.id(), server.thisStart(), left), () -> start(run));
  }

  /** Starts the job in parallel with others: a start takes milliseconds in the batch runtime. */
  private void start(RunRow run) {
    if (!launching.add(run.id())) {
      return; // its start takes longer than a lease: the batch runtime is busy and already has it
    }
    active.starting(run, clock.instant().plus(settings.lease));
    try {
      executor.execute(() -> launch(run));
    } catch (RejectedExecutionException e) {
      active.shutDown();
      giveBack(run, e);
    }
  }

  private void launch(RunRow run) {
    try {
      if (settings.asJobs == AsJobs.ALWAYS) {
        launcher.launch(run.id(), run.execution());
      } else {
        direct.start(run);
      }
      launching.remove(run.id());
    } catch (RuntimeException e) {
      giveBack(run, e);
    }
  }

  private void giveBack(RunRow run, RuntimeException reason) {
    LOG.log(
        active.isShuttingDown() ? DEBUG : ERROR,
        "run %s: no job could be started; the next try is in %s".formatted(run.id(), BACK_OFF),
        reason);
    active.started(run.id());
    workflows.abandon(run.id());
    launching.remove(run.id());
    try {
      queue.release(run.id(), server.thisStart(), BACK_OFF);
    } catch (DatabaseException e) {
      LOG.log(
          WARNING,
          "run %s: could not be given back; it is due again when its lease expires"
              .formatted(run.id()),
          e);
    }
  }

  /**
   * Starts nothing new and lets current steps finish, so that a stop loses no more than a crash.
   */
  @PreDestroy
  void drain() {
    active.shutDown();
    if (active.count() > 0) {
      LOG.log(
          INFO, "shutting down: %d runs stop after their current step".formatted(active.count()));
      awaitNoneActive();
    }
    if (store.failingSince().isPresent()) {
      endProcess();
    }
  }

  private void awaitNoneActive() {
    try {
      if (!active.awaitNone(settings.shutdownGrace)) {
        LOG.log(
            WARNING,
            "%d runs did not stop within %s; recovery requeues them"
                .formatted(active.count(), settings.shutdownGrace));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the server waits no longer; recovery requeues them
    }
  }

  /**
   * The batch runtime would wait for the database, long after all applications have ended. The line
   * does not go to the logger, which a hook of the JVM closes at SIGTERM.
   */
  private static void endProcess() {
    System.err.println(
        "the database takes no records, so runs cannot be handed over and the process ends, as if it were killed");
    Runtime.getRuntime().halt(STOPPED);
  }
}
