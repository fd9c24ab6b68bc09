package dev.reprise.execution.worker;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.StopCause;
import dev.reprise.execution.StopCheck;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * The thread that works on a phase, as its steps see it. A single call is made on this thread, so
 * that a step costs no hand-over between threads. The price: a call that hangs keeps the thread,
 * and the supervisor then takes the run from it.
 *
 * <p>The run belongs to one thread at a time: to the worker, until it ends or the supervisor takes
 * over.
 */
public final class Worker {

  private final ActiveRun run;
  private final StopCheck stop;
  private final ParallelCalls others;

  private volatile @Nullable SupervisedCall current;

  /**
   * Creates a worker.
   *
   * @param stop checked by the worker's thread
   * @param executor for calls that are made in parallel
   */
  public Worker(ActiveRun run, StopCheck stop, ExecutorService executor, Clock clock) {
    this.run = run;
    this.stop = stop;
    this.others = new ParallelCalls(executor, stop, clock);
  }

  /** Returns why to stop before the next step; empty to continue. */
  public Optional<StopCause> stopCause() {
    return stop.cause();
  }

  /**
   * Makes calls and records the event of each as it comes; records nothing of calls that a stop
   * abandons.
   *
   * @throws CallAbandonedException if the supervisor took the run from this thread meanwhile
   */
  public void make(List<SupervisedCall> calls) throws CallAbandonedException, InterruptedException {
    if (calls.size() == 1) {
      makeHere(calls.getFirst());
    } else {
      others.make(calls, run::appendResults);
    }
  }

  private void makeHere(SupervisedCall call) throws CallAbandonedException, InterruptedException {
    current = call;
    try {
      run.appendResults(call.make());
    } catch (CallAbandonedException | InterruptedException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("a call broke down outside its model or tool", e);
    }
  }

  /**
   * Takes the run from this thread if a call keeps it; called by the supervisor.
   *
   * @return the call that was abandoned
   */
  public Optional<SupervisedCall> takeOver() {
    SupervisedCall call = current;
    return call != null && call.abandon() ? Optional.of(call) : Optional.empty();
  }

  /**
   * Takes the run from this thread if a call keeps it for too long.
   *
   * @return the call that was abandoned
   */
  public Optional<SupervisedCall> takeOverIfOverdue(Instant now) {
    SupervisedCall call = current;
    return call != null && call.isOverdue(now) && call.abandon()
        ? Optional.of(call)
        : Optional.empty();
  }
}
