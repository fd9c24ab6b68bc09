package dev.reprise.tool.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.agent.ControlTool;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.tool.ArgumentSchema;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import java.time.Duration;

/**
 * The control tool {@code delegate}: its declaration, and the meaning of its arguments. The
 * execution starts the child run.
 */
public final class DelegateDeclaration {

  public static final ToolDeclaration DECLARATION =
      ToolDeclaration.named(ControlTool.DELEGATE.toolName(), EffectClass.READ_ONLY)
          .describedAs(
              """
          Has another agent do something, in a run of its own on the same workspace, and gives its \
          answer. Delegate several things in one reply, and they are done side by side. What the \
          other agents use counts towards your own limits.""")
          .taking(
              ArgumentSchema.text(
                  """
              {
                "type": "object",
                "properties": {
                  "agent": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 63,
                    "description": "the name of the agent"
                  },
                  "input": {
                    "type": "object",
                    "description": "what that agent's prompts refer to; default: nothing"
                  }
                },
                "required": ["agent"],
                "additionalProperties": false
              }
              """))
          .in("control", "agents")
          .within(Duration.ofDays(366))
          .build();

  private static final ArgumentSchema SCHEMA = ArgumentSchema.of(DECLARATION);

  private DelegateDeclaration() {}

  /** The agent of the child run, and its input. */
  public record Task(String agent, JsonValue input) {}

  /**
   * Returns the task of a call.
   *
   * @throws ToolException {@code invalid_arguments}, saying what is wrong and what is allowed
   */
  public static Task task(JsonValue arguments) throws ToolException {
    JsonNode given = SCHEMA.read(arguments);
    JsonNode input =
        given.has("input") ? given.get("input") : JsonNodeFactory.instance.objectNode();
    return new Task(given.get("agent").textValue(), new JsonValue(CanonicalJson.write(input)));
  }
}
