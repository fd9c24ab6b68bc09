package dev.reprise.execution;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.ToolCall;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.RetryPolicy;
import dev.reprise.tool.ToolCatalogue;
import dev.reprise.tool.ToolPolicy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Says whether a tool call that failed is made again, as the policy for its tool wants it. */
@ApplicationScoped
class ToolRetries {

  private ToolCatalogue catalogue;
  private ToolPolicy policy;
  private RetrySettings settings;
  private Clock clock;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ToolRetries() {}

  @Inject
  ToolRetries(ToolCatalogue catalogue, ToolPolicy policy, RetrySettings settings, Clock clock) {
    this.catalogue = catalogue;
    this.policy = policy;
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * Returns when the call is made again; empty if it is not. One that this server did not begin,
   * because it was not sure of the run, is made again whatever the policy says.
   *
   * @param attempt that failed, counted from 1
   * @param deadline when the phase is out of time
   */
  Optional<Instant> next(
      AgentDefinition agent, ToolCall call, int attempt, Fault fault, Instant deadline) {
    Instant now = clock.instant();
    if (fault.kind() == FailureClass.LEASE_UNCONFIRMED) {
      return fault.retryAfter().map(now::plus).filter(deadline::isAfter);
    }
    Optional<Duration> left = Optional.of(Duration.between(now, deadline));
    return switch (policyOf(agent, call).behind(attempt, fault, left, settings.random())) {
      case RetryPolicy.Again(Duration delay) -> Optional.of(now.plus(delay));
      case RetryPolicy.Stop ignored -> Optional.empty();
    };
  }

  private RetryPolicy policyOf(AgentDefinition agent, ToolCall call) {
    return catalogue
        .find(call.tool())
        .map(tool -> policy.retry(tool.declaration(), settings.tool(agent)))
        .orElse(RetryPolicy.NEVER);
  }
}
