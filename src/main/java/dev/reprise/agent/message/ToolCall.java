package dev.reprise.agent.message;

import java.util.Optional;

/**
 * A model's request to run a tool.
 *
 * @param id the model's name for the call, unique within one reply
 * @param tool the tool's name
 * @param arguments a JSON object, not yet checked against the tool's schema
 * @param metadata what the provider must get back unchanged with the call, for example the
 *     signature of the reasoning that led to it; a JSON null means none
 */
public record ToolCall(String id, String tool, JsonValue arguments, Optional<JsonValue> metadata) {

  public ToolCall {
    id = WellFormedText.of(id);
    tool = WellFormedText.of(tool);
    if (id.isBlank() || tool.isBlank()) {
      throw new IllegalArgumentException("a tool call must have an id and the name of a tool");
    }
    metadata = JsonValue.unlessNull(metadata);
  }

  /** Creates a call without metadata. */
  public ToolCall(String id, String tool, JsonValue arguments) {
    this(id, tool, arguments, Optional.empty());
  }

  /** Returns the call with other arguments. */
  public ToolCall with(JsonValue others) {
    return new ToolCall(id, tool, others, metadata);
  }

  /** Returns the call in the form that models of all providers understand. */
  public ToolCall forAnyProvider() {
    return new ToolCall(id, tool, arguments);
  }
}
