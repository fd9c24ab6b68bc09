package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.queue.ExpiredLeases;
import jakarta.ejb.EJBException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/** Ends jobs that earlier starts of servers could not end. Tested by {@code KillIT}. */
@ApplicationScoped
class EarlierJobs {

  private static final System.Logger LOG = System.getLogger(EarlierJobs.class.getName());

  /**
   * How long an execution may have no owner; normally it takes milliseconds. An execution of
   * another server that is ended too early fails to start, and that server starts another.
   */
  private static final Duration UNASSIGNED = Duration.ofSeconds(5);

  private final ExpiredLeases lost;
  private final JobTables jobs;
  private final JobLauncher launcher;
  private final ServerIdentity server;
  private final Clock clock;
  private final AtomicBoolean endedUnread = new AtomicBoolean();

  /** Of two threads that restart a job, one is refused and would take that for an end. */
  private final ReentrantLock settling = new ReentrantLock();

  /** Runs of earlier starts that have ended, with the execution of a job that may not have. */
  private final Map<UUID, Long> unsettled = new ConcurrentHashMap<>();

  @Inject
  EarlierJobs(
      ExpiredLeases lost,
      JobTables jobs,
      JobLauncher launcher,
      ServerIdentity server,
      Clock clock) {
    this.lost = lost;
    this.jobs = jobs;
    this.launcher = launcher;
    this.server = server;
    this.clock = clock;
  }

  /** Ends those that died before a server owned them, as FAILED. */
  void fail() {
    try {
      int failed = jobs.failUnowned(clock.instant().minus(UNASSIGNED));
      if (failed > 0) {
        LOG.log(
            INFO,
            "job executions: ended %d as FAILED that died before a server owned them"
                .formatted(failed));
      }
    } catch (DatabaseException e) {
      LOG.log(
          WARNING,
          "job executions that died before a server owned them could not be ended; the next start"
              + " tries again",
          e);
    }
  }

  /**
   * Ends jobs that died with this server's earlier start, and those that it could not end after
   * their runs had ended.
   */
  void settleAtStart() {
    try {
      launcher.settleEarlierStarts();
    } catch (EJBException e) {
      LOG.log(
          WARNING,
          "jobs that died with this server's earlier start could not be ended; its first job tries"
              + " again",
          e);
    }
    settleEnded();
  }

  private void settleEnded() {
    settling.lock();
    try {
      unsettled.putAll(lost.endedLast(server.name(), server.thisStart()));
      settleKnown();
    } catch (DatabaseException e) {
      LOG.log(
          WARNING,
          "runs that ended right before this start could not be read, so their jobs stay FAILED"
              + " until a poll of the queue tries again",
          e);
      endedUnread.set(true);
    } finally {
      settling.unlock();
    }
  }

  /** Tries again to end those that could not be ended, unless another thread does. */
  void settle() {
    if (!settling.tryLock()) {
      return;
    }
    try {
      if (endedUnread.compareAndSet(true, false)) {
        settleEnded();
      } else {
        settleKnown();
      }
    } finally {
      settling.unlock();
    }
  }

  private void settleKnown() {
    unsettled.entrySet().removeIf(ended -> launcher.settle(ended.getKey(), ended.getValue()));
  }
}
