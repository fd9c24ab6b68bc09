package dev.reprise.execution.tool;

import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.ActiveRun;
import dev.reprise.platform.TenantPermits;
import dev.reprise.platform.TenantShare;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.call.ToolTimeLimits;
import dev.reprise.tool.policy.EffectiveToolPolicy;
import dev.reprise.tool.policy.ToolPolicy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.microprofile.config.Config;

/**
 * Applies the tool policy to the calls of a run: how many are made at once, and how much of their
 * results the model is given.
 */
@ApplicationScoped
public class CallPolicies {

  private final Map<String, TenantPermits> places = new ConcurrentHashMap<>();
  private final ToolCatalogue catalogue;
  private final ToolPolicy policy;
  private final Config config;
  private final Clock clock;

  @Inject
  public CallPolicies(ToolCatalogue catalogue, ToolPolicy policy, Config config, Clock clock) {
    this.catalogue = catalogue;
    this.policy = policy;
    this.config = config;
    this.clock = clock;
  }

  /** Returns the policy for a run's call; empty if there is no such tool. */
  Optional<EffectiveToolPolicy> of(ActiveRun run, ToolCall call) {
    return of(call, run.agent().grant(call.tool()));
  }

  private Optional<EffectiveToolPolicy> of(ToolCall call, ToolGrant grant) {
    return catalogue.declaration(call.tool()).map(tool -> policy.effective(tool, grant));
  }

  /** Returns how many bytes of a result the model is given, if not the default. */
  Optional<Integer> resultLimit(ActiveRun run, ToolCall call) {
    return of(run, call)
        .map(EffectiveToolPolicy::resultLimit)
        .filter(bytes -> bytes != ToolDeclaration.RESULT_LIMIT);
  }

  /**
   * Makes a call when it is its turn: the policy limits how many calls of a tool this server makes
   * at once, and a tenant has at most half of these places. The others wait in order. An abandoned
   * call keeps its place until it really ends.
   *
   * @param maxWait how long to wait at most
   * @throws ToolConcurrencyExceededException if the call's turn did not come, or the call was
   *     abandoned meanwhile; it was not made
   * @throws OutcomeUnknownException as the call does
   */
  CallResult inTurn(
      String tenant, ToolCall call, Duration maxWait, ToolBreakerPermits.Invocation invocation)
      throws OutcomeUnknownException {
    Optional<Integer> limit = of(call, ToolGrant.WHOLE).flatMap(EffectiveToolPolicy::concurrency);
    if (limit.isEmpty()) {
      return invocation.make();
    }
    Runnable giveBack = place(tenant, call, limit.get(), maxWait);
    try {
      return invocation.make();
    } finally {
      giveBack.run();
    }
  }

  private Runnable place(String tenant, ToolCall call, int limit, Duration maxWait) {
    TenantPermits permits = places.computeIfAbsent(call.tool(), unused -> permits(limit));
    try {
      Optional<Runnable> taken = permits.take(tenant, clock.instant().plus(maxWait));
      if (taken.isPresent()) {
        return taken.get();
      }
    } catch (InterruptedException e) {
      // the supervisor abandoned the call, and records why
    }
    throw new ToolConcurrencyExceededException(
        new Fault(
            FailureClass.OVERLOADED,
            "this server makes at most %d calls of %s at once; this one was not made within %s"
                .formatted(limit, call.tool(), ToolTimeLimits.inWords(maxWait))));
  }

  private TenantPermits permits(int limit) {
    return new TenantPermits(clock, limit, TenantShare.usual(config, limit, 2));
  }
}
