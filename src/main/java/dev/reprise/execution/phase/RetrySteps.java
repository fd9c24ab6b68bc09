package dev.reprise.execution.phase;

import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.RetrySettings;
import dev.reprise.execution.StopCheck;
import dev.reprise.execution.worker.Worker;
import dev.reprise.run.decision.NextStep;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;

/**
 * Waits until a model is asked again: for a short time on the worker's thread, else not at all, so
 * that the run lets go of thread, lease and job and is woken like any other that waits for a time.
 */
@ApplicationScoped
public class RetrySteps {

  private RetrySettings settings;
  private Clock clock;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  RetrySteps() {}

  @Inject
  public RetrySteps(RetrySettings settings, Clock clock) {
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * Returns whether to wait for it here. A run whose bodies are not recorded cannot be taken on
   * again in the middle of a phase, so it has to.
   */
  boolean isHere(ActiveRun run, NextStep.AwaitRetry step) {
    return !run.agent().recordsBodies() || left(step).compareTo(settings.parkAfter()) <= 0;
  }

  /** Waits on this thread, until it is time or the run is to stop. */
  void await(NextStep.AwaitRetry step, Worker worker) throws InterruptedException {
    for (Duration left = left(step);
        left.isPositive() && worker.stopCause().isEmpty();
        left = left(step)) {
      Thread.sleep(Math.min(left.toMillis() + 1, StopCheck.EVERY_MILLIS));
    }
  }

  private Duration left(NextStep.AwaitRetry step) {
    return Duration.between(clock.instant(), step.until());
  }
}
