package dev.reprise.execution.worker;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.reprise.execution.StopCheck;
import dev.reprise.journal.RunEvent;
import dev.reprise.telemetry.RunContext;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Makes calls in parallel, each on its own thread. The caller's thread takes their events, in the
 * order in which they come.
 */
record ParallelCalls(ExecutorService executor, StopCheck stop, Clock clock) {

  /**
   * Makes the calls and waits for all of them, for each until its deadline. A stop that abandons
   * the step also abandons the calls that have not ended, and takes no event of them.
   *
   * @throws IllegalStateException if a call broke down; calls must handle the failures of their
   *     tools
   */
  void make(List<SupervisedCall> calls, Consumer<List<RunEvent>> take) throws InterruptedException {
    CompletionService<List<RunEvent>> results = new ExecutorCompletionService<>(executor);
    try {
      calls.forEach(call -> results.submit(RunContext.carriedTo(call::make)));
      for (int open = calls.size(); open > 0 && stop.letsStepFinish(); ) {
        Future<List<RunEvent>> ended = results.poll(StopCheck.EVERY_MILLIS, MILLISECONDS);
        if (ended != null && !wasAbandoned(ended)) {
          open--;
          take.accept(ended.resultNow());
        }
        open -= abandonOverdue(calls, take);
      }
    } finally {
      calls.forEach(SupervisedCall::abandon); // of no effect on calls that have ended
    }
  }

  private int abandonOverdue(List<SupervisedCall> calls, Consumer<List<RunEvent>> take) {
    int abandoned = 0;
    for (SupervisedCall call : calls) {
      if (call.isOverdue(clock.instant()) && call.abandon()) {
        abandoned++;
        take.accept(call.eventsIfOverdue());
      }
    }
    return abandoned;
  }

  private static boolean wasAbandoned(Future<?> ended) throws InterruptedException {
    try {
      ended.get();
      return false;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CallAbandonedException) {
        return true;
      }
      throw new IllegalStateException("a call broke down outside its tool", e.getCause());
    }
  }
}
