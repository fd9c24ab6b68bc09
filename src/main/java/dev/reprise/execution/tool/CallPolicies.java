package dev.reprise.execution.tool;

import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.ActiveRun;
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
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Applies the tool policy to the calls of a run: how many are made at once, and how much of their
 * results the model is given.
 */
@ApplicationScoped
public class CallPolicies {

  private final Map<String, Semaphore> slots = new ConcurrentHashMap<>();
  private final ToolCatalogue catalogue;
  private final ToolPolicy policy;

  @Inject
  public CallPolicies(ToolCatalogue catalogue, ToolPolicy policy) {
    this.catalogue = catalogue;
    this.policy = policy;
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
   * at once, and the others wait in order. An abandoned call keeps its slot until it really ends.
   *
   * @param maxWait how long to wait at most
   * @throws ToolConcurrencyExceededException if the call's turn did not come, or the call was
   *     abandoned meanwhile; it was not made
   * @throws OutcomeUnknownException as the call does
   */
  CallResult inTurn(ToolCall call, Duration maxWait, ToolBreakerPermits.Invocation invocation)
      throws OutcomeUnknownException {
    Optional<Integer> limit = of(call, ToolGrant.WHOLE).flatMap(EffectiveToolPolicy::concurrency);
    if (limit.isEmpty()) {
      return invocation.make();
    }
    Semaphore free = slots.computeIfAbsent(call.tool(), unused -> new Semaphore(limit.get(), true));
    if (!hasTurn(free, maxWait)) {
      throw new ToolConcurrencyExceededException(
          new Fault(
              FailureClass.OVERLOADED,
              "this server makes at most %d calls of %s at once; this one was not made within %s"
                  .formatted(limit.get(), call.tool(), ToolTimeLimits.inWords(maxWait))));
    }
    try {
      return invocation.make();
    } finally {
      free.release();
    }
  }

  private static boolean hasTurn(Semaphore free, Duration maxWait) {
    try {
      return free.tryAcquire(maxWait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      return false; // the supervisor abandoned the call, and records why
    }
  }
}
