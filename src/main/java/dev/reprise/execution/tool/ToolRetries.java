package dev.reprise.execution.tool;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.execution.RetrySettings;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.RetryPolicy;
import dev.reprise.tool.policy.ToolPolicy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Decides whether and when a tool call is retried that failed or whose outcome is unknown, by the
 * policy for its tool.
 */
@ApplicationScoped
public class ToolRetries {

  private final ToolPolicy policy;
  private final RetrySettings settings;
  private final Clock clock;

  @Inject
  public ToolRetries(ToolPolicy policy, RetrySettings settings, Clock clock) {
    this.policy = policy;
    this.settings = settings;
    this.clock = clock;
  }

  /** Returns when a failed call is retried; empty if it is not. */
  Optional<Instant> next(AgentDefinition agent, CallAttempt failed, Fault fault) {
    return next(policy.retry(failed.tool(), settings.tool(agent)), failed, fault);
  }

  /**
   * Returns when a call of unknown outcome is retried; empty if its policy allows no retry, or the
   * time would be after the deadline.
   */
  Optional<Instant> nextOfUnknown(AgentDefinition agent, CallAttempt ended, Fault fault) {
    RetryPolicy retry = policy.retryOfUnknown(ended.tool(), settings.tool(agent));
    return next(retry.retryAfterAny(), ended, fault); // the fault does not say whether it failed
  }

  /** Returns when a call that was not made is retried; empty if that is after the deadline. */
  Optional<Instant> after(CallAttempt refused, Fault why) {
    Duration wait = why.retryAfter().orElse(Duration.ZERO).plus(settings.spread());
    return Optional.of(clock.instant().plus(wait)).filter(it -> it.isBefore(refused.deadline()));
  }

  private Optional<Instant> next(RetryPolicy retry, CallAttempt attempt, Fault fault) {
    Instant now = clock.instant();
    Optional<Duration> left = Optional.of(Duration.between(now, attempt.deadline()));
    return retry.after(attempt.number(), fault, left, settings.random()).next(now);
  }
}
