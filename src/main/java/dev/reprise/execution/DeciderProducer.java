package dev.reprise.execution;

import dev.reprise.run.decision.Decider;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;

/** Produces the decider from this server's settings. */
@Dependent
class DeciderProducer {

  @Produces
  static Decider decider(EngineSettings settings, RetrySettings retries, LoopSettings loops) {
    return new Decider(settings.maxAttempts, retries.workflow().attempts(), loops.limits());
  }
}
