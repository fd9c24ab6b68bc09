package dev.reprise.agent.message;

import java.util.Optional;

/**
 * A model's request to run a tool.
 *
 * @param id the model's name for the call, unique within one reply
 * @param tool the tool's name
 * @param arguments a JSON object, not yet checked against the tool's schema
 * @param metadata what the provider wants back unchanged with the call, for example the signature
 *     of the thought behind it; a JSON null says the same as none
 */
public record ToolCall(String id, String tool, JsonValue arguments, Optional<JsonValue> metadata) {

  public ToolCall {
    if (id.isBlank() || tool.isBlank()) {
      throw new IllegalArgumentException("a tool call names itself and its tool");
    }
    metadata = JsonValue.unlessNull(metadata);
  }

  /** Makes a call of which the provider wants nothing back. */
  public ToolCall(String id, String tool, JsonValue arguments) {
    this(id, tool, arguments, Optional.empty());
  }

  /** Returns the call as a model of any provider understands it. */
  public ToolCall portable() {
    return new ToolCall(id, tool, arguments);
  }
}
