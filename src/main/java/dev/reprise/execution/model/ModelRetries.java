package dev.reprise.execution.model;

import dev.reprise.agent.ModelChoice;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.RetrySettings;
import dev.reprise.execution.guard.SharedQuotas;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.Quota;
import dev.reprise.resilience.RetryPolicy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Decides whether and when a model that gave no reply is called again, and pauses its quota for all
 * runs as long as the provider asks for.
 */
@ApplicationScoped
public class ModelRetries {

  private final RetrySettings settings;
  private final SharedQuotas quotas;
  private final Clock clock;

  @Inject
  public ModelRetries(RetrySettings settings, SharedQuotas quotas, Clock clock) {
    this.settings = settings;
    this.quotas = quotas;
    this.clock = clock;
  }

  /**
   * When a model is called again.
   *
   * @param attempts how often it was called so far
   * @param at the earliest time of the next call
   */
  record Again(int attempts, Duration delay, Instant at) {}

  /**
   * Returns when to call a model that was not called, which costs no attempt; empty if that is too
   * late. The time is spread, so that runs do not all return at once after a pause.
   *
   * @param attempt the number of the attempt that was not made, counted from 1
   * @param why says how long to wait
   */
  Optional<Again> afterPause(int attempt, Fault why, Instant deadline) {
    Duration delay = why.retryAfter().orElse(Duration.ZERO).plus(settings.spread());
    Instant at = clock.instant().plus(delay);
    return Optional.of(new Again(attempt - 1, delay, at)).filter(it -> at.isBefore(deadline));
  }

  /**
   * Returns when to call a model again that gave no reply; empty if it is not called again. If the
   * fault is a rate limit, the quota is paused for all runs.
   *
   * @param attempt the number of the attempt that failed, counted from 1
   */
  Optional<Again> afterFailure(
      ActiveRun run, ModelChoice model, int attempt, Fault fault, Instant deadline) {
    if (fault.kind() == FailureClass.BREAKER_OPEN
        || fault.kind() == FailureClass.SWITCHED_OFF
        || fault.kind() == FailureClass.LEASE_UNCONFIRMED) {
      return afterPause(attempt, fault, deadline);
    }
    if (fault.kind() == FailureClass.RATE_LIMITED) {
      fault.retryAfter().ifPresent(wait -> quotas.pause(quota(run, model), wait));
    }
    Instant now = clock.instant();
    Optional<Duration> left = Optional.of(Duration.between(now, deadline));
    return switch (settings.transport(run.agent()).after(attempt, fault, left, settings.random())) {
      case RetryPolicy.Again(Duration delay) ->
          Optional.of(new Again(attempt, delay, now.plus(delay)));
      case RetryPolicy.Stop ignored -> Optional.empty();
    };
  }

  private static Quota quota(ActiveRun run, ModelChoice model) {
    return new Quota(model.provider(), model.name(), run.claim().tenant());
  }
}
