package dev.reprise.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.Json;
import dev.reprise.platform.schema.JsonSchema;

/** A tool's compiled JSON Schema, which its arguments must fit. */
public final class ArgumentSchema {

  private final String tool;
  private final JsonSchema schema;

  private ArgumentSchema(String tool, JsonSchema schema) {
    this.tool = tool;
    this.schema = schema;
  }

  /**
   * Compiles the schema of a declaration.
   *
   * @throws IllegalArgumentException if it is not a JSON Schema of an object; names the tool and
   *     the problem
   */
  public static ArgumentSchema of(ToolDeclaration declaration) {
    String tool = declaration.name();
    try {
      JsonNode node = Json.read(declaration.arguments().text());
      JsonSchema schema = JsonSchema.of(node, "arguments");
      if (!node.path("type").asText().equals("object")) {
        throw new IllegalArgumentException("the schema's type is not \"object\"");
      }
      return new ArgumentSchema(tool, schema);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "tool '%s' declares invalid arguments: %s".formatted(tool, e.getMessage()), e);
    }
  }

  /** Returns a schema written in a text block as a value. */
  public static JsonValue text(String schema) {
    return new JsonValue(Json.write(Json.read(schema)));
  }

  /**
   * Reads the arguments of a call.
   *
   * @throws ToolException {@code invalid_arguments} with each violation and its place
   */
  public JsonNode read(JsonValue arguments) throws ToolException {
    JsonNode node = parse(arguments);
    check(node);
    return node;
  }

  /**
   * Parses arguments without a check.
   *
   * @throws ToolException {@code invalid_arguments} if they are not JSON
   */
  public JsonNode parse(JsonValue arguments) throws ToolException {
    try {
      JsonNode node = Json.read(arguments.text());
      if (node.isTextual()) {
        JsonNode unused = Json.read(node.textValue()); // says why the model's text is no object
      }
      return node;
    } catch (IllegalArgumentException e) {
      throw invalid(e.getMessage() + place(e));
    }
  }

  private static String place(IllegalArgumentException met) {
    return met.getCause() instanceof JsonProcessingException e && e.getLocation() != null
        ? ", at line %d, column %d"
            .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr())
        : "";
  }

  /**
   * Checks the arguments of a call.
   *
   * @throws ToolException {@code invalid_arguments} with each violation and its place
   */
  public void check(JsonNode arguments) throws ToolException {
    String violations = schema.violations(arguments);
    if (!violations.isEmpty()) {
      throw invalid(violations);
    }
  }

  private ToolException invalid(String reason) {
    return new ToolException("invalid_arguments", "%s was not run: %s".formatted(tool, reason));
  }
}
