package dev.reprise.tool.code;

import static dev.reprise.agent.EffectClass.READ_ONLY;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.Json;
import dev.reprise.sandbox.Limit;
import dev.reprise.sandbox.Sandbox;
import dev.reprise.sandbox.SandboxLimits;
import dev.reprise.sandbox.Script;
import dev.reprise.sandbox.ScriptOutcome;
import dev.reprise.sandbox.ScriptResult;
import dev.reprise.sandbox.UnrepresentableNumberException;
import dev.reprise.tool.TextConstraint;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolGate;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs JavaScript that a model wrote, in the sandbox. It changes nothing: the code can call only
 * tools that read, so it may run again after a crash.
 */
@ApplicationScoped
public class RunCodeTool {

  static final String NAME = "run_code";

  private final Sandbox sandbox;
  private final ToolGate gate;
  private final ToolCaller caller;

  @Inject
  public RunCodeTool(Sandbox sandbox, ToolGate gate, ToolCaller caller) {
    this.sandbox = sandbox;
    this.gate = gate;
    this.caller = caller;
  }

  record Arguments(
      @JsonPropertyDescription("for example return input.map(it => it.price).sort((a, b) => a - b)")
          @TextConstraint(minLength = 1, maxLength = 100_000)
          String code,
      @JsonPropertyDescription("any JSON; default null") @Nullable JsonNode input) {}

  /** Takes no secrets, because code could encode one in its own way and send it anywhere. */
  @ToolMethod(
      name = NAME,
      description =
          """
          Runs JavaScript, to compute, sort, parse or put together what would take you many steps. \
          The code is the body of an async function: return the result, which is given as JSON. It \
          finds "input" under that name, writes with console.log, and may call those of your tools \
          that only read: await callTool("read_file", {path: "a.txt"}) gives the tool's text, or \
          throws. It has no network, files, timers or modules of its own.\
          """,
      effect = READ_ONLY,
      category = ToolGate.CODE,
      tags = "code",
      timeout = "PT2M",
      secretsIn = {})
  public ToolOutcome run(Arguments arguments, ToolRequest request) throws Exception {
    JsonNode input = Objects.requireNonNullElse(arguments.input(), NullNode.instance);
    var nested = new ScriptToolCalls(gate, caller, request);
    try {
      return outcome(
          sandbox.run(
              request.origin().tenant(),
              new Script(arguments.code(), input, Map.of("callTool", nested))));
    } catch (UnrepresentableNumberException e) {
      throw new ToolException("invalid_arguments", String.valueOf(e.getMessage()));
    }
  }

  private ToolOutcome outcome(ScriptOutcome outcome) {
    return switch (outcome.ending()) {
      case ScriptResult.Returned(JsonNode value) -> succeeded(Json.write(value), outcome);
      case ScriptResult.ReturnedNothing ignored ->
          succeeded("the code returned nothing; a result is what it returns", outcome);
      case ScriptResult.Threw threw -> failed("code_failed", inWords(threw), outcome);
      case ScriptResult.NeverSettled ignored ->
          failed("code_failed", "the code waits for a promise that nothing will settle", outcome);
      case ScriptResult.Exceeded(Limit limit) -> failed("limit_exceeded", inWords(limit), outcome);
    };
  }

  private static ToolOutcome succeeded(String result, ScriptOutcome outcome) {
    return new ToolOutcome.Succeeded(result + written(outcome));
  }

  private static ToolOutcome failed(String code, String message, ScriptOutcome outcome) {
    return ToolOutcome.failed(code, message + written(outcome));
  }

  private static String written(ScriptOutcome outcome) {
    return outcome.output().isEmpty() ? "" : "\n\nconsole:\n" + outcome.output();
  }

  private static String inWords(ScriptResult.Threw threw) {
    String what = threw.name().isEmpty() ? "" : threw.name() + ": ";
    String where = threw.line() > 0 ? " (line %d)".formatted(threw.line()) : "";
    return what + threw.message() + where;
  }

  private String inWords(Limit limit) {
    SandboxLimits limits = sandbox.limits();
    return switch (limit) {
      case MEMORY -> "the code used up its memory of %d bytes".formatted(limits.memoryBytes());
      case TIME -> "the code was ended after %s".formatted(limits.time());
      case STACK -> "the code nests too many calls within calls";
      case RESULT ->
          "the result has more than %d characters of JSON".formatted(limits.messageCharacters());
      case ENGINES ->
          "too much other code, yours or of others, runs on this server; none of this was run";
    };
  }
}
