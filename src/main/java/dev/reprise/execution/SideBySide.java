package dev.reprise.execution;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Calls to tools that are made at once, each on a thread of its own. What they lead to is taken on
 * the caller's thread, in the order in which it comes.
 */
record SideBySide(ExecutorService executor, StopCheck stop) {

  /**
   * Makes the calls and waits for all of them. A stop that abandons the step interrupts those that
   * have not ended, and nothing is taken of them.
   *
   * @throws IllegalStateException if a call broke down; calls must answer for their tools' failures
   * @throws InterruptedException if the caller is interrupted; the calls then are too
   */
  <T> void call(List<Callable<T>> calls, Consumer<T> take) throws InterruptedException {
    CompletionService<T> results = new ExecutorCompletionService<>(executor);
    List<Future<T>> running = calls.stream().map(results::submit).toList();
    try {
      for (int open = running.size(); open > 0 && stop.letsStepFinish(); ) {
        Future<T> ended = results.poll(StopCheck.EVERY_MILLIS, MILLISECONDS);
        if (ended != null) {
          open--;
          take.accept(result(ended));
        }
      }
    } finally {
      running.forEach(call -> call.cancel(true)); // of no effect on calls that have ended
    }
  }

  private static <T> T result(Future<T> ended) throws InterruptedException {
    try {
      return ended.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a tool call broke down outside its tool", e.getCause());
    }
  }
}
