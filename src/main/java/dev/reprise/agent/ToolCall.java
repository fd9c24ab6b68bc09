package dev.reprise.agent;

/**
 * A model's request to run a tool.
 *
 * @param id the model's name for the call, unique within one reply
 * @param tool the tool's name
 * @param arguments a JSON object, not yet checked against the tool's schema
 */
public record ToolCall(String id, String tool, JsonValue arguments) {

  public ToolCall {
    if (id.isBlank() || tool.isBlank()) {
      throw new IllegalArgumentException("a tool call names itself and its tool");
    }
  }
}
