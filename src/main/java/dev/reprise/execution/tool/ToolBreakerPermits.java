package dev.reprise.execution.tool;

import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.execution.guard.GatewayLimit;
import dev.reprise.execution.guard.SharedBreakers;
import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.CircuitBreaker;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultClassifier;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.call.ToolCaller;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;

/**
 * Which calls of one step pass the breakers of their tools, and how they went.
 *
 * <p>A tool that fails in words of its own, for example about its arguments, is no worse for it;
 * only failures of a class that {@linkplain FailureClass#countsForBreaker counts} open a breaker. A
 * call that is cut off by a stop says nothing, and if it was a probe another one is made when the
 * time of the breaker has passed once more.
 */
final class ToolBreakerPermits {

  private final SharedBreakers breakers;
  private final ToolCaller caller;
  private final GatewayLimit bound;
  private final String tenant;
  private final Map<String, CircuitBreaker.Permit> underWay = new ConcurrentHashMap<>();

  /**
   * Begins a step.
   *
   * @param bound that calls may meet on their way out
   * @param tenant whose calls they are
   */
  ToolBreakerPermits(
      SharedBreakers breakers, ToolCaller caller, GatewayLimit bound, String tenant) {
    this.breakers = breakers;
    this.caller = caller;
    this.bound = bound;
    this.tenant = tenant;
  }

  /** How a call is made. */
  @FunctionalInterface
  interface Invocation {
    CallResult make() throws OutcomeUnknownException;
  }

  /**
   * Returns why a call is not to be made, and how long to stay away; if it is to be made, how it
   * goes is to be told here.
   */
  Optional<Fault> refusal(ToolCall call) {
    CircuitBreaker breaker = breakers.of(BreakerKey.tool(tenant, caller.breaker(call)));
    Optional<CircuitBreaker.Permit> passage = breaker.tryAcquire();
    if (passage.isPresent()) {
      underWay.put(call.id(), passage.get());
      return Optional.empty();
    }
    return Optional.of(breaker.refusal());
  }

  /**
   * Makes a call and tells how it went. For one that a bound kept from being made, the tool is no
   * worse.
   *
   * @throws OutcomeUnknownException if it was begun, and nobody knows whether its effect happened
   */
  CallResult make(ToolCall call, Invocation making) throws OutcomeUnknownException {
    try {
      CallResult result = making.make();
      tell(call, passage -> tell(passage, result.outcome()));
      return result;
    } catch (ToolConcurrencyExceededException e) {
      tell(call, CircuitBreaker.Permit::gaveUp);
      return failed(e.fault());
    } catch (BulkheadException e) {
      tell(call, CircuitBreaker.Permit::gaveUp);
      return failed(bound.full());
    } catch (TimeoutException e) {
      tell(call, passage -> passage.failed(bound.late()));
      return caller.aborted(call, bound.limit());
    } catch (OutcomeUnknownException e) {
      Fault fault = FaultClassifier.of(e);
      if (fault.kind() != FailureClass.CANCELLED) { // else who interrupted it knows why
        tell(call, passage -> passage.failed(fault));
      }
      throw e;
    }
  }

  /**
   * Tells that a call did not end within its time; it says nothing if it did not even begin.
   *
   * @param time how long it was let be
   * @throws OutcomeUnknownException if its effect may have happened
   */
  CallResult timedOut(ToolCall call, Duration time, boolean begun) throws OutcomeUnknownException {
    var late = new Fault(FailureClass.TIMEOUT, call.tool() + " took too long");
    tell(call, begun ? passage -> passage.failed(late) : CircuitBreaker.Permit::gaveUp);
    return caller.timedOut(call, time, begun);
  }

  private static CallResult failed(Fault fault) {
    var outcome = ToolOutcome.failed(fault.kind().code(), fault.message());
    return new CallResult(outcome, Optional.of(fault));
  }

  /** Whoever comes first tells: a call that is overdue may still come back. */
  private void tell(ToolCall call, Consumer<CircuitBreaker.Permit> how) {
    Optional.ofNullable(underWay.remove(call.id())).ifPresent(how);
  }

  private static void tell(CircuitBreaker.Permit passage, ToolOutcome outcome) {
    switch (outcome) {
      case ToolOutcome.Succeeded ignored -> passage.succeeded();
      case ToolOutcome.Failed(Failure failure) ->
          passage.failed(new Fault(kind(failure), failure.message()));
    }
  }

  private static FailureClass kind(Failure failure) {
    return failure.code().equals(ToolCaller.FAILED)
        ? FailureClass.UNKNOWN
        : FailureClass.of(failure.code()).orElse(FailureClass.INVALID_REQUEST);
  }
}
