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
 * Waits until a model may be called again. A short wait keeps the worker's thread. For a longer one
 * the run releases its thread, lease and job, and is woken like any run that waits for a time.
 */
@ApplicationScoped
public class RetrySteps {

  private final RetrySettings settings;
  private final Clock clock;

  @Inject
  public RetrySteps(RetrySettings settings, Clock clock) {
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * Returns whether to wait on this thread. A run whose bodies are not recorded must, because no
   * server can resume it in the middle of a phase.
   */
  boolean isHere(ActiveRun run, NextStep.AwaitRetry step) {
    return !run.agent().recordsContent() || left(step).compareTo(settings.parkAfter()) <= 0;
  }

  /** Waits on this thread until it is time or the run must stop. */
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
