package dev.reprise.agent;

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

  public JsonValue {
    if (text.isBlank()) {
      throw new IllegalArgumentException("a JSON value needs a text");
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
