package dev.reprise.execution.phase;

import static java.lang.System.Logger.Level.WARNING;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.StopCause;
import dev.reprise.execution.StopCheck;
import dev.reprise.execution.worker.SupervisedCall;
import dev.reprise.execution.worker.Worker;
import dev.reprise.journal.PayloadTooLargeException;
import dev.reprise.platform.ExecutionThreads.ForCalls;
import dev.reprise.platform.ExecutionThreads.ForWorkers;
import dev.reprise.platform.redaction.Redaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeoutException;

/**
 * Supervises a worker that carries out a phase, from another thread: that of the job, if there is
 * one. It watches for a stop of the job, which only that thread sees, and for calls that take too
 * long. If a call does, it takes the run from the worker, and another worker continues it from the
 * journal.
 */
@ApplicationScoped
public class PhaseSupervisor {

  private static final System.Logger LOG = System.getLogger(PhaseSupervisor.class.getName());

  private final PhaseLoop loop;
  private final ExecutorService workers;
  private final ExecutorService calls;
  private final Clock clock;
  private final Redaction redaction;

  @Inject
  PhaseSupervisor(
      PhaseLoop loop,
      @ForWorkers ExecutorService workers,
      @ForCalls ExecutorService calls,
      Clock clock,
      Redaction redaction) {
    this.loop = loop;
    this.workers = workers;
    this.calls = calls;
    this.clock = clock;
    this.redaction = redaction;
  }

  /** Begins to work on the run's current phase, on a worker's thread. */
  @Transactional(TxType.NOT_SUPPORTED) // steps take minutes and commit on their own
  public PhaseWork begin(ActiveRun run) {
    return new PhaseWork(run, onAWorker(run));
  }

  /**
   * Watches the work until the end of the phase is decided, which the caller records, or until it
   * is time to return. An interrupt of this thread abandons the current call, like a stop that
   * abandons the step; the thread stays interrupted.
   *
   * @param until when to return although the work continues
   */
  @Transactional(TxType.NOT_SUPPORTED) // as for the work itself
  public WorkProgress watch(PhaseWork work, StopCheck stop, Instant until) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return WorkProgress.of(work.end().get(pause(until).toNanos(), NANOSECONDS));
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (TimeoutException e) {
          // not an error: time to check
        } catch (ExecutionException e) {
          if (e.getCause() instanceof PayloadTooLargeException) {
            return new WorkProgress.Stopped(); // the run knows why it stops
          }
          throw brokenDown(e);
        }
        if (interrupted || !stop.letsStepFinish()) {
          if (isStopped(work.run(), work.worker())) {
            return new WorkProgress.Stopped();
          }
        } else if (takenOver(work.run(), work.worker())) {
          work.continueWith(onAWorker(work.run()));
        } else if (!clock.instant().isBefore(until)) {
          return new WorkProgress.AtWork();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns how long to wait before the next check. */
  private Duration pause(Instant until) {
    Instant now = clock.instant();
    Instant check = now.plusMillis(StopCheck.EVERY_MILLIS);
    return until.isAfter(check) ? Duration.between(now, check) : Duration.between(now, until);
  }

  private PhaseWork.Working onAWorker(ActiveRun run) {
    var worker = new Worker(run, run::stopCause, calls, clock);
    return new PhaseWork.Working(
        worker, workers.submit(run.context().around(() -> loop.work(run, worker))));
  }

  private static boolean isStopped(ActiveRun run, Worker worker) {
    Optional<SupervisedCall> left = worker.takeOver();
    if (run.stopCause().filter(StopCause::isBeyondTheJob).isEmpty()) {
      left.ifPresent(call -> run.appendResults(call.eventsIfStopped()));
    }
    return left.isPresent();
  }

  private boolean takenOver(ActiveRun run, Worker worker) {
    Optional<SupervisedCall> left = worker.takeOverIfOverdue(clock.instant());
    left.ifPresent(
        call -> {
          LOG.log(
              WARNING,
              "run %s: a call takes too long and is abandoned; the run continues without it"
                  .formatted(run.id()));
          run.appendResults(call.eventsIfOverdue());
        });
    return left.isPresent();
  }

  /** The server logs this exception, so it must not contain a secret that a tool revealed. */
  private RuntimeException brokenDown(ExecutionException end) {
    Throwable fault = redaction.fault(end);
    return fault == end && end.getCause() instanceof RuntimeException cause
        ? cause
        : new IllegalStateException("the worker broke down", fault);
  }
}
