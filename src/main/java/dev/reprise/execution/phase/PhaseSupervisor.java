package dev.reprise.execution.phase;

import static java.lang.System.Logger.Level.WARNING;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.StopCause;
import dev.reprise.execution.StopCheck;
import dev.reprise.execution.worker.SupervisedCall;
import dev.reprise.execution.worker.Worker;
import dev.reprise.journal.PayloadTooLargeException;
import dev.reprise.platform.ExecutionThreads.ForCalls;
import dev.reprise.platform.ExecutionThreads.ForWorkers;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.run.decision.NextStep;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

/**
 * Supervises a worker that carries out a phase, from the job's thread. It watches for a stop of the
 * job, which only that thread sees, and for calls that take too long. If a call does, it takes the
 * run from the worker, and another worker continues it from the journal.
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

  /**
   * Works until the end of the phase is decided; the caller records it. An interrupt of this thread
   * abandons the current call, like a stop that abandons the step; the thread stays interrupted.
   *
   * @return empty if the run stops earlier, because it was asked to or must wait
   */
  @Transactional(TxType.NOT_SUPPORTED) // steps take minutes and commit on their own
  public Optional<NextStep.PhaseEnd> work(ActiveRun run, StopCheck stop) {
    boolean interrupted = false;
    try {
      Working working = begin(run);
      while (true) {
        try {
          return working.end().get(StopCheck.EVERY_MILLIS, MILLISECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (TimeoutException e) {
          // not an error: time to check
        } catch (ExecutionException e) {
          if (e.getCause() instanceof PayloadTooLargeException) {
            return Optional.empty(); // the run knows why it stops
          }
          throw brokenDown(e);
        }
        if (interrupted || !stop.letsStepFinish()) {
          if (isStopped(run, working.worker())) {
            return Optional.empty();
          }
        } else if (takenOver(run, working.worker())) {
          working = begin(run);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A worker, and the end of the phase that it will decide. */
  private record Working(Worker worker, Future<Optional<NextStep.PhaseEnd>> end) {}

  private Working begin(ActiveRun run) {
    var worker = new Worker(run, run::stopCause, calls, clock);
    return new Working(worker, workers.submit(() -> loop.work(run, worker)));
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
