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
 * Says whether and when a model that gave no reply is asked again, and keeps everybody away while
 * it wants to be left alone.
 */
@ApplicationScoped
public class ModelRetries {

  private RetrySettings settings;
  private SharedQuotas quotas;
  private Clock clock;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ModelRetries() {}

  @Inject
  public ModelRetries(RetrySettings settings, SharedQuotas quotas, Clock clock) {
    this.settings = settings;
    this.quotas = quotas;
    this.clock = clock;
  }

  /**
   * When a model is asked again.
   *
   * @param attempts how often it was asked so far
   * @param at not before then
   */
  record Again(int attempts, Duration delay, Instant at) {}

  /** Returns why a model is not to be asked now; it was told for how long. */
  Optional<Fault> pause(ActiveRun run, ModelChoice model) {
    return quotas
        .pauseOf(quota(run, model))
        .map(
            left ->
                new Fault(
                    FailureClass.RATE_LIMITED,
                    "the quota of model %s is paused until %s"
                        .formatted(model.id(), clock.instant().plus(left)),
                    Optional.of(left)));
  }

  /**
   * Returns when to ask again a model that was not asked, which costs no attempt; empty if that is
   * too late. Those who come back behind a pause do not all come at once.
   *
   * @param attempt that would have been, counted from 1
   * @param why says how long to stay away
   */
  Optional<Again> afterPause(int attempt, Fault why, Instant deadline) {
    Duration delay = why.retryAfter().orElse(Duration.ZERO).plus(settings.spread());
    Instant at = clock.instant().plus(delay);
    return Optional.of(new Again(attempt - 1, delay, at)).filter(it -> at.isBefore(deadline));
  }

  /**
   * Returns when to ask again a model that gave no reply; empty if it is not asked any more. How
   * long it wants to be left alone is from now on so for everybody.
   *
   * @param attempt that failed, counted from 1
   */
  Optional<Again> behind(
      ActiveRun run, ModelChoice model, int attempt, Fault fault, Instant deadline) {
    if (fault.kind() == FailureClass.BREAKER_OPEN
        || fault.kind() == FailureClass.LEASE_UNCONFIRMED) {
      return afterPause(attempt, fault, deadline);
    }
    if (fault.kind() == FailureClass.RATE_LIMITED) {
      fault.retryAfter().ifPresent(wait -> quotas.pause(quota(run, model), wait));
    }
    Instant now = clock.instant();
    Optional<Duration> left = Optional.of(Duration.between(now, deadline));
    return switch (settings
        .transport(run.agent())
        .behind(attempt, fault, left, settings.random())) {
      case RetryPolicy.Again(Duration delay) ->
          Optional.of(new Again(attempt, delay, now.plus(delay)));
      case RetryPolicy.Stop ignored -> Optional.empty();
    };
  }

  private static Quota quota(ActiveRun run, ModelChoice model) {
    return new Quota(model.provider(), model.name(), run.claim().tenant());
  }
}
