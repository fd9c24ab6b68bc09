package dev.reprise.agent.message;

import java.util.List;
import java.util.Optional;

/**
 * One message of a phase's transcript, with everything that its provider must get back. The system
 * prompt is not a message: each call takes it from the agent's definition.
 */
public sealed interface Message {

  /**
   * The task of the agent, or a later message to it.
   *
   * @param blocks at least one, in order; no calls and no reasoning
   * @param name the author, if there are several
   */
  record User(List<Block> blocks, Optional<String> name) implements Message {
    public User {
      blocks = List.copyOf(blocks);
      if (blocks.isEmpty()) {
        throw new IllegalArgumentException("a message of a user must have at least one block");
      }
      if (blocks.stream().anyMatch(User::isTheModels)) {
        throw new IllegalArgumentException(
            "a message of a user must not have calls or reasoning, which are the model's");
      }
      if (name.filter(String::isBlank).isPresent()) {
        throw new IllegalArgumentException("the name of a user must not be blank");
      }
    }

    /** Creates a message of one text. */
    public User(String text) {
      this(List.of(new Block.Text(text)), Optional.empty());
    }

    private static boolean isTheModels(Block block) {
      return block instanceof Block.Call || block instanceof Block.Reasoning;
    }

    /** Returns the text of its blocks. */
    public String text() {
      return Block.text(blocks);
    }
  }

  /**
   * A reply of the model.
   *
   * @param blocks in order; the ids of the calls are unique
   * @param metadata what the provider must get back unchanged with the message, for example its id;
   *     a JSON null means none
   */
  record Assistant(List<Block> blocks, Optional<JsonValue> metadata) implements Message {
    public Assistant {
      blocks = List.copyOf(blocks);
      List<ToolCall> calls = Block.calls(blocks);
      if (calls.size() > 1 && calls.stream().map(ToolCall::id).distinct().count() < calls.size()) {
        throw new IllegalArgumentException("the calls of a reply must have different ids");
      }
      metadata = JsonValue.unlessNull(metadata);
    }

    /** Creates a reply of text, if not empty, followed by calls. */
    public Assistant(String text, List<ToolCall> calls) {
      this(Block.of(text, calls), Optional.empty());
    }

    /** Returns the text, without reasoning; may be empty if there are calls. */
    public String text() {
      return Block.text(blocks);
    }

    /**
     * Returns the calls whose results the model needs to continue. Without calls the phase is done.
     */
    public List<ToolCall> calls() {
      return Block.calls(blocks);
    }
  }

  /** Returns the message in the form that models of all providers understand. */
  default Message forAnyProvider() {
    return switch (this) {
      case User user -> user;
      case Assistant(List<Block> blocks, var ignored) ->
          new Assistant(Block.forAnyProvider(blocks), Optional.empty());
      case ToolResult(ToolCall call, ToolOutcome outcome) ->
          new ToolResult(call.forAnyProvider(), outcome);
    };
  }

  /** The outcome of one tool call of the reply before. */
  record ToolResult(ToolCall call, ToolOutcome outcome) implements Message {}
}
