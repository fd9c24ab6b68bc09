package dev.reprise.execution.job;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.phase.PhaseWork;
import java.util.Optional;

/** The run that a job holds. */
final class JobRun {

  private final ActiveRun run;
  private Optional<PhaseWork> begun;

  /**
   * @param begun the work on the run's current phase, if it began before the run had a job
   */
  JobRun(ActiveRun run, Optional<PhaseWork> begun) {
    this.run = run;
    this.begun = begun;
  }

  ActiveRun run() {
    return run;
  }

  boolean hasBegunWork() {
    return begun.isPresent();
  }

  /** Returns the work that had begun, once. */
  Optional<PhaseWork> takeBegunWork() {
    Optional<PhaseWork> taken = begun;
    begun = Optional.empty();
    return taken;
  }
}
