package dev.reprise.execution;

import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.guard.GatewayLimit;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.call.ToolCaller;
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
 * The one way out to tools, and its outer bounds on this server. Their numbers are in {@code
 * META-INF/microprofile-config.properties}; each tool has a time and a breaker of its own within.
 *
 * <p>There is no circuit breaker here: whatever a tool does ends as a result, so nothing would ever
 * count.
 */
@ApplicationScoped
public class ToolGateway {

  private ToolCaller caller;
  private GatewayLimit bound;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ToolGateway() {}

  @Inject
  ToolGateway(ToolCaller caller, Config config) {
    this(caller, GatewayLimit.of(config, "tool"));
  }

  public ToolGateway(ToolCaller caller, GatewayLimit bound) {
    this.caller = caller;
    this.bound = bound;
  }

  /** Stops the start if a value cannot work, which making this bean finds out. */
  void check(@Observes Startup unused) {}

  public GatewayLimit bound() {
    return bound;
  }

  /**
   * Calls a tool.
   *
   * @throws OutcomeUnknownException if the call was begun and then was interrupted, or could not
   *     tell
   * @throws FaultToleranceException if the bound was reached
   * @see ToolCaller#call
   */
  @Bulkhead
  @Timeout(unit = ChronoUnit.SECONDS)
  public CallResult call(ToolCall call, CallContext context) throws OutcomeUnknownException {
    return caller.call(call, context);
  }
}
