package dev.reprise.tool.code;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.sandbox.HostFunction;
import dev.reprise.sandbox.HostFunctionException;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolGate;
import dev.reprise.tool.call.ToolPermission;
import dev.reprise.tool.call.ToolUse;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.Optional;

/**
 * The calls of tools that code makes. No record holds them separately, so the {@link ToolGate}
 * permits few: of tools that read, that need no approval and cost nothing, and that do not run code
 * themselves. Tested by {@code RunCodeToolTest}.
 */
public final class ScriptToolCalls implements HostFunction {

  private static final int MAX_CALLS = 100;

  private final ToolGate gate;
  private final ToolCaller caller;
  private final ToolRequest request;
  private int made;

  /**
   * @param request of the call that runs the code
   */
  public ScriptToolCalls(ToolGate gate, ToolCaller caller, ToolRequest request) {
    this.gate = gate;
    this.caller = caller;
    this.request = request;
  }

  /**
   * @param arguments the tool's name, and optionally its arguments
   */
  @Override
  public JsonNode call(JsonNode arguments) throws HostFunctionException, InterruptedException {
    String tool = arguments.path(0).asText();
    JsonNode given = arguments.has(1) ? arguments.get(1) : JsonNodeFactory.instance.objectNode();
    Optional<Failure> refusal = refusal(tool);
    if (refusal.isPresent()) {
      throw new HostFunctionException(refusal.get().code(), refusal.get().message());
    }
    CallOrigin origin = request.origin().leadingTo(tool);
    if (++made > MAX_CALLS) {
      throw new HostFunctionException(
          "too_many_calls",
          "code calls at most %d tools; this call was not made".formatted(MAX_CALLS));
    }
    var call = new ToolCall("code-" + made, tool, new JsonValue(CanonicalJson.write(given)));
    var context =
        new CallContext(
            request.idempotencyKey() + "/" + made,
            request.workspace(),
            origin,
            request.progress(),
            request.fence());
    return made(call, context);
  }

  private JsonNode made(ToolCall call, CallContext context)
      throws HostFunctionException, InterruptedException {
    try {
      return switch (caller.call(ToolUse.NESTED_CALL, call, context).outcome()) {
        case ToolOutcome.Succeeded done -> TextNode.valueOf(done.content());
        case ToolOutcome.Failed(Failure failure) ->
            throw new HostFunctionException(failure.code(), failure.message());
      };
    } catch (OutcomeUnknownException e) {
      if (e.getCause() instanceof InterruptedException
          || e.getCause() instanceof ClosedByInterruptException) {
        throw new InterruptedException(e.getMessage()); // it is meant for the code, too
      }
      throw new HostFunctionException("tool_failed", String.valueOf(e.getMessage()));
    }
  }

  /** Returns why code may not call a tool, if it may not. */
  public Optional<Failure> refusal(String tool) {
    List<String> granted = request.origin().tools();
    if (!granted.contains(tool)) { // so that what is no name at all makes no call
      return Optional.of(
          new Failure(
              "tool_not_allowed",
              "'%s' is none of the tools that the phase grants: %s".formatted(tool, granted)));
    }
    var call = new ToolCall("code", tool, JsonValue.EMPTY_OBJECT);
    return gate.permission(ToolUse.NESTED_CALL, call, request.origin().leadingTo(tool))
            instanceof ToolPermission.Refused(Failure why)
        ? Optional.of(why)
        : Optional.empty();
  }
}
