package dev.reprise.agent.message;

import java.util.Optional;

/**
 * A JSON value as its compact text, for example the arguments of a tool call.
 *
 * <p>Two values are equal when their texts are; whoever makes one from foreign text normalises it
 * first.
 *
 * @param text well-formed JSON; this room carries it and never looks inside
 */
public record JsonValue(String text) {

  /** An object without members. */
  public static final JsonValue EMPTY_OBJECT = new JsonValue("{}");

  /** The JSON null. */
  public static final JsonValue NULL = new JsonValue("null");

  public JsonValue {
    if (text.isBlank()) {
      throw new IllegalArgumentException("a JSON value needs a text");
    }
  }

  /** Returns the value, unless it is a JSON null, which says as much as no value. */
  static Optional<JsonValue> unlessNull(Optional<JsonValue> value) {
    return value.filter(present -> !present.equals(NULL));
  }

  @Override
  public String toString() {
    return text;
  }
}
