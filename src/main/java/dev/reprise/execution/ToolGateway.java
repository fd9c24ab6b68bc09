package dev.reprise.execution;

import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.guard.GatewayLimit;
import dev.reprise.execution.telemetry.MeasuredToolCall;
import dev.reprise.telemetry.ClaimSpans;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolUse;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.time.temporal.ChronoUnit;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.faulttolerance.Bulkhead;
import org.eclipse.microprofile.faulttolerance.Timeout;
import org.eclipse.microprofile.faulttolerance.exceptions.FaultToleranceException;

/**
 * All calls to tools pass through here, within the outer limits of this server. The values are in
 * {@code META-INF/microprofile-config.properties}; within them, each tool has its own time limit
 * and breaker.
 *
 * <p>There is no circuit breaker here: every tool failure becomes a result, so a breaker would
 * never count one.
 */
@ApplicationScoped
public class ToolGateway {

  private final ToolCaller caller;
  private final GatewayLimit bound;
  private final ClaimSpans spans;

  @Inject
  ToolGateway(ToolCaller caller, Config config, ClaimSpans spans) {
    this(caller, GatewayLimit.ofTools(config), spans);
  }

  public ToolGateway(ToolCaller caller, GatewayLimit bound, ClaimSpans spans) {
    this.caller = caller;
    this.bound = bound;
    this.spans = spans;
  }

  /** Stops the server's start if a value is invalid, which the constructor checks. */
  void check(@Observes Startup unused) {}

  public GatewayLimit bound() {
    return bound;
  }

  /** Counts a call that a later attempt made succeed. */
  public void recovered() {
    spans.telemetry().instruments().retried("tool", "recovered");
  }

  /**
   * Calls a tool for a run that has asked a person before, if that was necessary.
   *
   * @throws OutcomeUnknownException if the call was started and then interrupted, or the tool could
   *     not tell its outcome
   * @throws FaultToleranceException if a limit was reached
   * @see ToolCaller#call
   */
  @Bulkhead
  @Timeout(unit = ChronoUnit.SECONDS)
  public CallResult call(ToolCall call, CallContext context) throws OutcomeUnknownException {
    return MeasuredToolCall.measure(
        spans, call, context, () -> caller.call(ToolUse.CLEARED_CALL, call, context));
  }
}
