package dev.reprise.tool.code;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.agent.EffectClass;
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
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.policy.ApprovalRule;
import dev.reprise.tool.policy.EffectiveToolPolicy;
import dev.reprise.tool.policy.ToolPolicy;
import java.nio.channels.ClosedByInterruptException;

/**
 * The calls of tools that code makes. No record holds them separately. So code may only call tools
 * that read, that the phase grants, that need no approval and cost nothing.
 */
final class ScriptToolCalls implements HostFunction {

  private static final int MAX_CALLS = 100;

  private final ToolCatalogue catalogue;
  private final ToolPolicy policy;
  private final ToolCaller caller;
  private final ToolRequest request;
  private int made;

  /**
   * @param request of the call that runs the code
   */
  ScriptToolCalls(
      ToolCatalogue catalogue, ToolPolicy policy, ToolCaller caller, ToolRequest request) {
    this.catalogue = catalogue;
    this.policy = policy;
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
    CallOrigin origin = request.origin().leadingTo(tool);
    check(tool, origin);
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
      return switch (caller.call(call, context).outcome()) {
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

  private void check(String tool, CallOrigin origin) throws HostFunctionException {
    ToolDeclaration declaration =
        catalogue
            .find(origin.tenant(), tool)
            .map(Tool::declaration)
            .filter(it -> origin.tools().contains(it.name()))
            .orElseThrow(
                () ->
                    notAllowed(
                        "'%s' is none of the tools that the phase grants: %s"
                            .formatted(tool, origin.tools())));
    if (declaration.effect() != EffectClass.READ_ONLY || tool.equals(RunCodeTool.NAME)) {
      throw notAllowed("code may call tools that only read, and '%s' is none".formatted(tool));
    }
    EffectiveToolPolicy effective = policy.effective(declaration, origin.grant());
    if (effective.approval() == ApprovalRule.ALWAYS) {
      throw notAllowed("a person has to approve calls of '%s'; call it yourself".formatted(tool));
    }
    if (effective.approval() == ApprovalRule.BY_COST && !effective.isFree()) {
      throw notAllowed("calls of '%s' cost something; call it yourself".formatted(tool));
    }
    String refusal =
        policy.refusal(declaration, origin.tenant(), origin.agent(), origin.role()).orElse("");
    if (!refusal.isEmpty()) {
      throw notAllowed(refusal);
    }
  }

  private static HostFunctionException notAllowed(String why) {
    return new HostFunctionException("tool_not_allowed", why);
  }
}
