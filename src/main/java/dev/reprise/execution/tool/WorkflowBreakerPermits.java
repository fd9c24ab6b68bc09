package dev.reprise.execution.tool;

import dev.reprise.execution.guard.SharedBreakers;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.queue.row.RunRow;
import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.CircuitBreaker;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The breaker permits of runs, one breaker per agent. After a configured number of an agent's runs
 * has failed in a row, the next ones stay queued for a while; then one run probes.
 *
 * <p>A run counts once, when it ends: as a success if it is completed; as a failure if it is given
 * up, or fails with a class of failure that {@linkplain FailureClass#countsForBreaker counts}.
 * Nothing else counts: not a cancellation, a limit or deadline, a wrong input or refused content,
 * and not a run that waits or is requeued. A job that an operator starts needs no permit.
 */
@ApplicationScoped
public class WorkflowBreakerPermits {

  private final Map<UUID, CircuitBreaker.Permit> permits = new ConcurrentHashMap<>();
  private final SharedBreakers breakers;

  @Inject
  WorkflowBreakerPermits(SharedBreakers breakers) {
    this.breakers = breakers;
  }

  /**
   * Returns how long a run must not be started. If empty, the run has a permit, and its outcome
   * must be reported here.
   */
  public Optional<Duration> pause(RunRow run) {
    CircuitBreaker breaker = breakers.of(BreakerKey.workflow(run.tenant(), run.identity().agent()));
    Optional<CircuitBreaker.Permit> permit = breaker.tryAcquire();
    if (permit.isEmpty()) {
      return Optional.of(breaker.refusal().retryAfter().orElse(Duration.ZERO));
    }
    Optional.ofNullable(permits.put(run.id(), permit.get()))
        .ifPresent(CircuitBreaker.Permit::gaveUp);
    return Optional.empty();
  }

  /** Reports the event with which a run was released. */
  public void release(UUID run, RunEvent event) {
    Optional.ofNullable(permits.remove(run)).ifPresent(permit -> report(permit, event));
  }

  /** Reports that a run was not executed any further, whatever the reason. */
  public void abandon(UUID run) {
    Optional.ofNullable(permits.remove(run)).ifPresent(CircuitBreaker.Permit::gaveUp);
  }

  private static void report(CircuitBreaker.Permit permit, RunEvent event) {
    switch (event) {
      case LifecycleEvent.Completed ignored -> permit.succeeded();
      case LifecycleEvent.DeadLettered dead ->
          permit.failed(new Fault(FailureClass.UNKNOWN, dead.failure().message()));
      case LifecycleEvent.Failed failed ->
          FailureClass.of(failed.failure().code())
              .ifPresentOrElse(
                  kind -> permit.failed(new Fault(kind, failed.failure().message())),
                  permit::gaveUp);
      default -> permit.gaveUp();
    }
  }
}
