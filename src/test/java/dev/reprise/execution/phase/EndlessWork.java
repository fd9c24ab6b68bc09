package dev.reprise.execution.phase;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.worker.Worker;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;

/** Work on a phase that does not end, for tests of other packages. */
public final class EndlessWork {

  private EndlessWork() {}

  public static PhaseWork on(ActiveRun run, ExecutorService threads) {
    var worker = new Worker(run, run::stopCause, threads, Clock.systemUTC());
    return new PhaseWork(run, new PhaseWork.Working(worker, new CompletableFuture<>()));
  }
}
