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
 * The breaker permits of the calls of one step.
 *
 * <p>Failures that a tool reports itself, such as invalid arguments, do not count towards its
 * breaker: only failures of a class that {@linkplain FailureClass#countsForBreaker counts} do. A
 * call that a stop abandons reports nothing; if it was a probe, another call probes after the
 * breaker's open time has passed once more.
 */
final class ToolBreakerPermits {

  private final SharedBreakers breakers;
  private final ToolCaller caller;
  private final GatewayLimit bound;
  private final String tenant;
  private final Map<String, CircuitBreaker.Permit> permits = new ConcurrentHashMap<>();

  /**
   * Starts a step without permits.
   *
   * @param bound the gateway's limit
   * @param tenant the run's
   */
  ToolBreakerPermits(
      SharedBreakers breakers, ToolCaller caller, GatewayLimit bound, String tenant) {
    this.breakers = breakers;
    this.caller = caller;
    this.bound = bound;
    this.tenant = tenant;
  }

  /** Makes a call. */
  @FunctionalInterface
  interface Invocation {
    CallResult make() throws OutcomeUnknownException;
  }

  /**
   * Returns why a call must not be made, and how long to wait. If empty, the call has a permit, and
   * its outcome must be reported here.
   */
  Optional<Fault> refusal(ToolCall call) {
    CircuitBreaker breaker = breakers.of(BreakerKey.tool(tenant, caller.breaker(call)));
    Optional<CircuitBreaker.Permit> permit = breaker.tryAcquire();
    if (permit.isPresent()) {
      permits.put(call.id(), permit.get());
      return Optional.empty();
    }
    return Optional.of(breaker.refusal());
  }

  /**
   * Makes a call and reports its outcome to the breaker. A call that a limit prevented does not
   * count against the tool.
   *
   * @throws OutcomeUnknownException if the call was started and its effect may have happened
   */
  CallResult make(ToolCall call, Invocation invocation) throws OutcomeUnknownException {
    try {
      CallResult result = invocation.make();
      report(call, permit -> report(permit, result.outcome()));
      return result;
    } catch (ToolConcurrencyExceededException e) {
      report(call, CircuitBreaker.Permit::gaveUp);
      return failed(e.fault());
    } catch (BulkheadException e) {
      report(call, CircuitBreaker.Permit::gaveUp);
      return failed(bound.full());
    } catch (TimeoutException e) {
      report(call, permit -> permit.failed(bound.late()));
      return caller.timeLimits().aborted(call, bound.limit());
    } catch (OutcomeUnknownException e) {
      Fault fault = FaultClassifier.of(e);
      if (fault.kind() != FailureClass.CANCELLED) { // otherwise the supervisor reports why
        report(call, permit -> permit.failed(fault));
      }
      throw e;
    }
  }

  /**
   * Reports that a call did not end within its time limit; a call that was not started does not
   * count.
   *
   * @param time the time limit
   * @throws OutcomeUnknownException if the call's effect may have happened
   */
  CallResult timedOut(ToolCall call, Duration time, boolean begun) throws OutcomeUnknownException {
    var late = new Fault(FailureClass.TIMEOUT, call.tool() + " took too long");
    report(call, begun ? permit -> permit.failed(late) : CircuitBreaker.Permit::gaveUp);
    return caller.timeLimits().timedOut(call, time, begun);
  }

  private static CallResult failed(Fault fault) {
    var outcome = ToolOutcome.failed(fault.kind().code(), fault.message());
    return new CallResult(outcome, Optional.of(fault));
  }

  /** The first report counts: a call that is overdue may still return. */
  private void report(ToolCall call, Consumer<CircuitBreaker.Permit> outcome) {
    Optional.ofNullable(permits.remove(call.id())).ifPresent(outcome);
  }

  private static void report(CircuitBreaker.Permit permit, ToolOutcome outcome) {
    switch (outcome) {
      case ToolOutcome.Succeeded ignored -> permit.succeeded();
      case ToolOutcome.Failed(Failure failure) ->
          permit.failed(new Fault(kind(failure), failure.message()));
    }
  }

  private static FailureClass kind(Failure failure) {
    return failure.code().equals(ToolCaller.FAILED)
        ? FailureClass.UNKNOWN
        : FailureClass.of(failure.code()).orElse(FailureClass.INVALID_REQUEST);
  }
}
