package dev.reprise.execution.telemetry;

import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.telemetry.Attribute;
import dev.reprise.telemetry.ClaimSpans;
import dev.reprise.telemetry.Telemetry;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknownException;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;

/**
 * Measures a call of a tool: a span {@code execute_tool} of the conventions for generative AI,
 * without arguments and result, and their metric. Tested by {@code TracesIT}.
 */
public final class MeasuredToolCall {

  private final ToolCall call;
  private final Attributes attributes;
  private final ClaimSpans spans;
  private final Telemetry telemetry;
  private final long since;

  private MeasuredToolCall(ClaimSpans spans, ToolCall call) {
    this.spans = spans;
    this.telemetry = spans.telemetry();
    this.since = telemetry.now();
    this.call = call;
    this.attributes =
        Attributes.of(Attribute.OPERATION, "execute_tool", Attribute.TOOL, call.tool());
  }

  /** Makes a call. */
  @FunctionalInterface
  public interface Call {
    CallResult make() throws OutcomeUnknownException;
  }

  /** Makes the call, and measures it if telemetry is on. */
  public static CallResult measure(ClaimSpans spans, ToolCall call, CallContext context, Call made)
      throws OutcomeUnknownException {
    return spans.telemetry().isOn()
        ? new MeasuredToolCall(spans, call).make(context, made)
        : made.make();
  }

  private CallResult make(CallContext context, Call made) throws OutcomeUnknownException {
    Span span =
        telemetry
            .tracer()
            .spanBuilder("execute_tool " + call.tool())
            .setParent(spans.toolCall(context.origin().run()))
            .setAllAttributes(attributes)
            .setAttribute(Attribute.TOOL_TYPE, "function")
            .setAttribute(Attribute.CALL, call.id())
            .startSpan();
    try {
      CallResult result = within(span, made);
      if (result.outcome() instanceof ToolOutcome.Failed(Failure failure)) {
        failed(span, failure.code());
      } else {
        measured(attributes);
      }
      return result;
    } catch (OutcomeUnknownException e) {
      failed(span, "outcome_unknown");
      throw e;
    } catch (RuntimeException | Error e) {
      failed(span, e.getClass().getName());
      throw e;
    } finally {
      span.end();
    }
  }

  /** Makes the call with a current span, so that clients which a tool uses go on from it. */
  private static CallResult within(Span span, Call made) throws OutcomeUnknownException {
    Scope scope = span.makeCurrent();
    try {
      return made.make();
    } finally {
      scope.close();
    }
  }

  private void failed(Span span, String code) {
    measured(attributes.toBuilder().put(Attribute.ERROR, code).build());
    span.setAttribute(Attribute.ERROR, code);
    span.setStatus(StatusCode.ERROR, code);
  }

  private void measured(Attributes of) {
    telemetry.instruments().toolCalls.record(telemetry.secondsSince(since), of);
  }
}
