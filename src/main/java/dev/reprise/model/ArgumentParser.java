package dev.reprise.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.Json;

/**
 * The arguments of a call as models write them, which is not always JSON.
 *
 * <p>What is none is kept as one JSON text. No tool accepts that as its arguments, so the model
 * reads that they are invalid, and may do better; and it is told what it had written.
 */
public final class ArgumentParser {

  /** Has the words of a model where a protocol allows objects only. */
  private static final String MALFORMED = "malformed";

  private ArgumentParser() {}

  /** Returns what a model wrote as a value; an empty text, which some write, means no arguments. */
  public static JsonValue read(String written) {
    if (written.isBlank()) {
      return JsonValue.EMPTY_OBJECT;
    }
    try {
      JsonNode value = Json.read(written);
      if (value.isObject()) {
        return new JsonValue(Json.write(value));
      }
    } catch (IllegalArgumentException e) {
      // as it is, below
    }
    return new JsonValue(Json.write(TextNode.valueOf(written)));
  }

  /** Returns what the model wrote, for protocols in which arguments are a text. */
  public static String text(JsonValue arguments) {
    JsonNode value = Json.read(arguments.text());
    return value.isTextual() ? value.textValue() : arguments.text();
  }

  /** Returns the same for protocols in which arguments are an object. */
  public static ObjectNode object(JsonValue arguments) {
    return Json.read(arguments.text()) instanceof ObjectNode object
        ? object
        : JsonNodeFactory.instance.objectNode().put(MALFORMED, text(arguments));
  }
}
