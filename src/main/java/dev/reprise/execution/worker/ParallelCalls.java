package dev.reprise.execution.worker;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.reprise.execution.StopCheck;
import dev.reprise.journal.RunEvent;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Calls that are made at once, each on a thread of its own. What they lead to is taken on the
 * caller's thread, in the order in which it comes.
 */
record ParallelCalls(ExecutorService executor, StopCheck stop, Clock clock) {

  /**
   * Makes the calls and waits for all of them, each as long as its time lasts. A stop that abandons
   * the step leaves those behind that have not ended, and nothing is taken of them.
   *
   * @throws IllegalStateException if a call broke down; calls must answer for their tools' failures
   */
  void make(List<SupervisedCall> calls, Consumer<RunEvent> take) throws InterruptedException {
    CompletionService<Optional<RunEvent>> results = new ExecutorCompletionService<>(executor);
    try {
      calls.forEach(call -> results.submit(call::make));
      for (int open = calls.size(); open > 0 && stop.letsStepFinish(); ) {
        Future<Optional<RunEvent>> ended = results.poll(StopCheck.EVERY_MILLIS, MILLISECONDS);
        if (ended != null && !wasLeft(ended)) {
          open--;
          ended.resultNow().ifPresent(take);
        }
        open -= abandonOverdue(calls, take);
      }
    } finally {
      calls.forEach(SupervisedCall::abandon); // of no effect on calls that have ended
    }
  }

  private int abandonOverdue(List<SupervisedCall> calls, Consumer<RunEvent> take) {
    int left = 0;
    for (SupervisedCall call : calls) {
      if (call.isOverdue(clock.instant()) && call.abandon()) {
        left++;
        call.eventIfOverdue().ifPresent(take);
      }
    }
    return left;
  }

  private static boolean wasLeft(Future<?> ended) throws InterruptedException {
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
