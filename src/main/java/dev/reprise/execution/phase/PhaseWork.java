package dev.reprise.execution.phase;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.worker.Worker;
import dev.reprise.run.decision.NextStep;
import java.util.Optional;
import java.util.concurrent.Future;

/**
 * The work on a phase that has begun on a worker's thread. It needs a supervisor: one thread at a
 * time passes it to {@link PhaseSupervisor#watch}, and may leave it to another thread in between.
 */
public final class PhaseWork {

  private final ActiveRun run;
  private Working working;

  PhaseWork(ActiveRun run, Working working) {
    this.run = run;
    this.working = working;
  }

  ActiveRun run() {
    return run;
  }

  Worker worker() {
    return working.worker();
  }

  Future<Optional<NextStep.PhaseEnd>> end() {
    return working.end();
  }

  /** Continues with another worker, because the supervisor took the run from the previous one. */
  void continueWith(Working another) {
    working = another;
  }

  /** A worker, and the end of the phase that it will decide. */
  record Working(Worker worker, Future<Optional<NextStep.PhaseEnd>> end) {}
}
