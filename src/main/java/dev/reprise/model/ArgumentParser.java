package dev.reprise.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.Json;

/**
 * Parses the arguments of a call as models write them, which are not always JSON.
 *
 * <p>Arguments that are not a JSON object become one JSON string. No tool accepts a string as its
 * arguments, so the model reads that they are invalid and may correct them. The next request
 * repeats what the model wrote.
 */
public final class ArgumentParser {

  /** The member that holds a model's text where a protocol allows only objects. */
  private static final String MALFORMED = "malformed";

  private ArgumentParser() {}

  /**
   * Returns what a model wrote as a value. An empty text, which some models write, means no
   * arguments.
   */
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
      // becomes a JSON string, below
    }
    return new JsonValue(Json.write(TextNode.valueOf(written)));
  }

  /** Returns what the model wrote, for protocols with arguments as text. */
  public static String text(JsonValue arguments) {
    JsonNode value = Json.read(arguments.text());
    return value.isTextual() ? value.textValue() : arguments.text();
  }

  /** Returns what the model wrote, for protocols with arguments as an object. */
  public static ObjectNode object(JsonValue arguments) {
    return Json.read(arguments.text()) instanceof ObjectNode object
        ? object
        : JsonNodeFactory.instance.objectNode().put(MALFORMED, text(arguments));
  }
}
