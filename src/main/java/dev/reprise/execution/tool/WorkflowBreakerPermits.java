package dev.reprise.execution.tool;

import dev.reprise.execution.guard.SharedBreakers;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.CircuitBreaker;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.run.RunRow;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which runs pass the breakers of their agents, and how they went. Behind so many runs of an agent
 * that failed one after the other the next ones stay queued for a while, and then one is begun to
 * see.
 *
 * <p>A run counts once, when it ends: as a success if it is completed; as a failure if it is given
 * up, or fails with a class of failure that {@linkplain FailureClass#countsForBreaker counts}. All
 * else says nothing: a cancellation, a limit or deadline, a wrong input, content that is refused;
 * so does a run that waits or is put back. A job that an operator starts passes by.
 */
@ApplicationScoped
public class WorkflowBreakerPermits {

  private final Map<UUID, CircuitBreaker.Permit> underWay = new ConcurrentHashMap<>();
  private SharedBreakers breakers;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  WorkflowBreakerPermits() {}

  @Inject
  WorkflowBreakerPermits(SharedBreakers breakers) {
    this.breakers = breakers;
  }

  /**
   * Returns for how long a run is not to be begun; if it is begun, how it goes is to be told here.
   */
  public Optional<Duration> rest(RunRow run) {
    CircuitBreaker breaker = breakers.of(BreakerKey.workflow(run.tenant(), run.identity().agent()));
    Optional<CircuitBreaker.Permit> passage = breaker.tryAcquire();
    if (passage.isEmpty()) {
      return Optional.of(breaker.refusal().retryAfter().orElse(Duration.ZERO));
    }
    Optional.ofNullable(underWay.put(run.id(), passage.get()))
        .ifPresent(CircuitBreaker.Permit::gaveUp);
    return Optional.empty();
  }

  /** Tells with which event a run was let go of. */
  public void release(UUID run, RunEvent event) {
    Optional.ofNullable(underWay.remove(run)).ifPresent(passage -> tell(passage, event));
  }

  /** Tells that a run was not carried on, whatever the reason. */
  public void left(UUID run) {
    Optional.ofNullable(underWay.remove(run)).ifPresent(CircuitBreaker.Permit::gaveUp);
  }

  private static void tell(CircuitBreaker.Permit passage, RunEvent event) {
    switch (event) {
      case LifecycleEvent.Completed ignored -> passage.succeeded();
      case LifecycleEvent.DeadLettered dead ->
          passage.failed(new Fault(FailureClass.UNKNOWN, dead.failure().message()));
      case LifecycleEvent.Failed failed ->
          FailureClass.of(failed.failure().code())
              .ifPresentOrElse(
                  kind -> passage.failed(new Fault(kind, failed.failure().message())),
                  passage::gaveUp);
      default -> passage.gaveUp();
    }
  }
}
