package dev.reprise.agent.message;

import java.util.Optional;

/**
 * A JSON value as its compact text, for example the arguments of a tool call.
 *
 * <p>Two values are equal if their texts are equal. Callers must normalise foreign text first.
 *
 * @param text well-formed JSON; this package does not parse it
 */
public record JsonValue(String text) {

  /** An empty object. */
  public static final JsonValue EMPTY_OBJECT = new JsonValue("{}");

  /** The JSON null. */
  public static final JsonValue NULL = new JsonValue("null");

  public JsonValue {
    text = WellFormedText.of(text);
    if (text.isBlank()) {
      throw new IllegalArgumentException("the text of a JSON value must not be blank");
    }
  }

  /** Returns the value, or empty if it is a JSON null. */
  static Optional<JsonValue> unlessNull(Optional<JsonValue> value) {
    return value.filter(present -> !present.equals(NULL));
  }

  @Override
  public String toString() {
    return text;
  }
}
