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
 * The thread that works on a phase, as its steps see it. A lone call is made on this very thread,
 * so that a step costs no hand-over between threads; the price is that a call which hangs keeps the
 * thread, and whoever watches then takes the run from it.
 *
 * <p>The run belongs to one thread at a time: to the worker, until it ends or is relieved.
 */
public final class Worker {

  private final ActiveRun run;
  private final StopCheck stop;
  private final ParallelCalls others;

  private volatile @Nullable SupervisedCall inHand;

  /**
   * A thread that begins.
   *
   * @param stop asked by this thread
   * @param executor for calls that are made side by side
   */
  public Worker(ActiveRun run, StopCheck stop, ExecutorService executor, Clock clock) {
    this.run = run;
    this.stop = stop;
    this.others = new ParallelCalls(executor, stop, clock);
  }

  /** Returns why to stop before the next step, if so. */
  public Optional<StopCause> stopCause() {
    return stop.cause();
  }

  /**
   * Makes calls and records what each led to as it comes; records nothing of those that a stop cuts
   * off.
   *
   * @throws CallAbandonedException if the run was taken from this thread meanwhile
   */
  public void make(List<SupervisedCall> calls) throws CallAbandonedException, InterruptedException {
    if (calls.size() == 1) {
      makeHere(calls.getFirst());
    } else {
      others.make(calls, run::appendResult);
    }
  }

  private void makeHere(SupervisedCall call) throws CallAbandonedException, InterruptedException {
    inHand = call;
    try {
      call.make().ifPresent(run::appendResult);
    } catch (CallAbandonedException | InterruptedException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("a call broke down outside its model or tool", e);
    }
  }

  /** Takes the run from this thread if a call keeps it; to be called by the one who watches. */
  public boolean takeOver() {
    SupervisedCall call = inHand;
    return call != null && call.abandon();
  }

  /**
   * Takes the run from this thread if a call keeps it for too long.
   *
   * @return the call that was left behind
   */
  public Optional<SupervisedCall> takeOverIfOverdue(Instant now) {
    SupervisedCall call = inHand;
    return call != null && call.isOverdue(now) && call.abandon()
        ? Optional.of(call)
        : Optional.empty();
  }
}
