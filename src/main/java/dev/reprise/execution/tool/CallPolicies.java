package dev.reprise.execution.tool;

import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.ActiveRun;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolCatalogue;
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
 * What the policy for their tools means for the calls of a run: whether they may be made, how many
 * at once, and how much of their results a model is given.
 */
@ApplicationScoped
public class CallPolicies {

  private final Map<String, Semaphore> places = new ConcurrentHashMap<>();
  private ToolCatalogue catalogue;
  private ToolPolicy policy;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  CallPolicies() {}

  @Inject
  public CallPolicies(ToolCatalogue catalogue, ToolPolicy policy) {
    this.catalogue = catalogue;
    this.policy = policy;
  }

  /** Returns on what terms a run makes a call; empty if there is no such tool. */
  Optional<EffectiveToolPolicy> of(ActiveRun run, ToolCall call) {
    return of(call, run.agent().grant(call.tool()));
  }

  private Optional<EffectiveToolPolicy> of(ToolCall call, ToolGrant grant) {
    return catalogue.declaration(call.tool()).map(tool -> policy.terms(tool, grant));
  }

  /**
   * Returns why the run may not make a call, if it may not: for whom it is counts at every call,
   * because it may have got another agent, and the policy may be another since it was submitted.
   */
  Optional<Failure> refusal(ActiveRun run, ToolCall call) {
    return catalogue
        .declaration(call.tool())
        .flatMap(tool -> policy.refusal(tool, run.claim().tenant(), run.agent().name(), run.role()))
        .map(why -> new Failure("tool_not_allowed", why));
  }

  /** Returns how much of a result a model is given, if it is not as much as usual. */
  Optional<Integer> resultLimit(ActiveRun run, ToolCall call) {
    return of(run, call)
        .map(EffectiveToolPolicy::resultLimit)
        .filter(bytes -> bytes != ToolDeclaration.RESULT_LIMIT);
  }

  /**
   * Makes a call when it is its turn: as many of its tool are under way on this server as may be at
   * once, and those that wait come one after the other. A call that nobody waits for any more keeps
   * its place until it is really over.
   *
   * @param patience how long to wait at most
   * @throws ToolConcurrencyExceededException if its turn did not come, or somebody gave up
   *     meanwhile; it was not made
   * @throws OutcomeUnknownException as the call does
   */
  CallResult inTurn(ToolCall call, Duration patience, ToolBreakerPermits.Invocation making)
      throws OutcomeUnknownException {
    Optional<Integer> most = of(call, ToolGrant.WHOLE).flatMap(EffectiveToolPolicy::concurrency);
    if (most.isEmpty()) {
      return making.make();
    }
    Semaphore free = places.computeIfAbsent(call.tool(), unused -> new Semaphore(most.get(), true));
    if (!hasTurn(free, patience)) {
      throw new ToolConcurrencyExceededException(
          new Fault(
              FailureClass.OVERLOADED,
              "this server makes at most %d calls of %s at once; this one was not made within %s"
                  .formatted(most.get(), call.tool(), ToolCaller.inWords(patience))));
    }
    try {
      return making.make();
    } finally {
      free.release();
    }
  }

  private static boolean hasTurn(Semaphore free, Duration patience) {
    try {
      return free.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      return false; // whoever watches the call leaves it behind, and knows why
    }
  }
}
