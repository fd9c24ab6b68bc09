package dev.reprise.agent.message;

import java.util.List;
import java.util.Optional;

/**
 * One entry of a phase's transcript, with all that any provider needs to be told again. The system
 * prompt is none of them: it is taken from the definition at every call.
 */
public sealed interface Message {

  /**
   * What the agent is asked to do, or told meanwhile.
   *
   * @param blocks at least one, in the order in which they were said; no calls and no reasoning
   * @param name who says it, where several do
   */
  record User(List<Block> blocks, Optional<String> name) implements Message {
    public User {
      blocks = List.copyOf(blocks);
      if (blocks.isEmpty()) {
        throw new IllegalArgumentException("a user's message has at least one block");
      }
      if (blocks.stream().anyMatch(User::isTheModels)) {
        throw new IllegalArgumentException(
            "a user's message has neither calls nor reasoning, which are the model's");
      }
      if (name.filter(String::isBlank).isPresent()) {
        throw new IllegalArgumentException("the name of a user is not blank");
      }
    }

    /** Makes a message of words alone. */
    public User(String text) {
      this(List.of(new Block.Text(text)), Optional.empty());
    }

    private static boolean isTheModels(Block block) {
      return block instanceof Block.Call || block instanceof Block.Reasoning;
    }

    /** Returns its words. */
    public String text() {
      return Block.text(blocks);
    }
  }

  /**
   * What the model answered.
   *
   * @param blocks in the order in which they were said; the ids of the calls among them are unique
   * @param metadata what the provider wants back unchanged with the message, for example its id of
   *     it; a JSON null says the same as none
   */
  record Assistant(List<Block> blocks, Optional<JsonValue> metadata) implements Message {
    public Assistant {
      blocks = List.copyOf(blocks);
      List<ToolCall> calls = Block.calls(blocks);
      if (calls.stream().map(ToolCall::id).distinct().count() < calls.size()) {
        throw new IllegalArgumentException("two calls of one reply have the same id");
      }
      metadata = JsonValue.unlessNull(metadata);
    }

    /** Makes a message of words, if any, and calls behind them. */
    public Assistant(String text, List<ToolCall> calls) {
      this(Block.of(text, calls), Optional.empty());
    }

    /** Returns its words, without reasoning; may be empty when there are calls. */
    public String text() {
      return Block.text(blocks);
    }

    /**
     * Returns the tools that the model wants run before it goes on; none means that the phase is
     * done.
     */
    public List<ToolCall> calls() {
      return Block.calls(blocks);
    }
  }

  /** Returns the message as a model of any provider understands it. */
  default Message portable() {
    return switch (this) {
      case User user -> user;
      case Assistant(List<Block> blocks, var ignored) ->
          new Assistant(Block.portable(blocks), Optional.empty());
      case ToolResult(ToolCall call, ToolOutcome outcome) ->
          new ToolResult(call.portable(), outcome);
    };
  }

  /** What became of one tool call of the assistant's message before. */
  record ToolResult(ToolCall call, ToolOutcome outcome) implements Message {}
}
