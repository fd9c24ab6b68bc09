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
import java.util.Optional;

/**
 * The calls of tools that code makes. No record holds them separately. So code may only call tools
 * that read, that the phase grants, that need no approval and cost nothing; and no tool that runs
 * code itself.
 */
public final class ScriptToolCalls implements HostFunction {

  /** The category of tools that run code. */
  public static final String CATEGORY = "code";

  private static final int MAX_CALLS = 100;

  private final ToolCatalogue catalogue;
  private final ToolPolicy policy;
  private final ToolCaller caller;
  private final ToolRequest request;
  private int made;

  /**
   * @param request of the call that runs the code
   */
  public ScriptToolCalls(
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
    Optional<String> refusal = refusal(tool);
    if (refusal.isPresent()) {
      throw new HostFunctionException("tool_not_allowed", refusal.get());
    }
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

  /** Returns why code may not call a tool, if it may not. */
  public Optional<String> refusal(String tool) {
    CallOrigin origin = request.origin().leadingTo(tool);
    Optional<ToolDeclaration> granted =
        catalogue
            .find(origin.tenant(), tool)
            .map(Tool::declaration)
            .filter(it -> origin.tools().contains(it.name()));
    return granted.isEmpty()
        ? Optional.of(
            "'%s' is none of the tools that the phase grants: %s".formatted(tool, origin.tools()))
        : refusal(granted.get(), origin);
  }

  private Optional<String> refusal(ToolDeclaration tool, CallOrigin origin) {
    String name = tool.name();
    if (tool.effect() != EffectClass.READ_ONLY) {
      return Optional.of("code may call tools that only read, and '%s' is none".formatted(name));
    }
    if (tool.category().equals(CATEGORY)) {
      return Optional.of("code may not call '%s', which runs code itself".formatted(name));
    }
    EffectiveToolPolicy effective = policy.effective(tool, origin.grant());
    if (effective.approval() == ApprovalRule.ALWAYS) {
      return Optional.of("a person has to approve calls of '%s'; call it yourself".formatted(name));
    }
    if (effective.approval() == ApprovalRule.BY_COST && !effective.isFree()) {
      return Optional.of("calls of '%s' cost something; call it yourself".formatted(name));
    }
    return policy.refusal(tool, origin.tenant(), origin.agent(), origin.role());
  }
}
