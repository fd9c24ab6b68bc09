package dev.reprise.model;

import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.platform.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a model answered, with all that the provider wants to be told again: what is not in here is
 * lost when the run goes on elsewhere.
 *
 * @param blocks what it said, in its order; no calls means that it is done, and the ids of calls
 *     are unique
 * @param usage what the answer cost in tokens, {@link Usage#NONE} where the provider does not say
 * @param metadata what the provider wants back unchanged with the message
 */
public record ModelReply(List<Block> blocks, Usage usage, Optional<JsonValue> metadata) {

  /**
   * Makes a reply.
   *
   * @throws IllegalArgumentException if two calls have the same id, or a JSON value cannot be read
   */
  public ModelReply {
    var message = new Message.Assistant(blocks, metadata); // which knows what a model may say
    blocks = message.blocks();
    metadata = message.metadata();
    // Now, when the provider can be blamed, and not when the record cannot be read any more.
    Stream.concat(blocks.stream().flatMap(ModelReply::values), metadata.stream())
        .forEach(value -> Json.read(value.text()));
  }

  /** Makes a reply of words, if any, and calls behind them. */
  public ModelReply(String text, List<ToolCall> calls, Usage usage) {
    this(Block.of(text, calls), usage, Optional.empty());
  }

  /** Returns its words, without reasoning; may be empty when there are calls. */
  public String text() {
    return Block.text(blocks);
  }

  /** Returns the tools that the model wants run. */
  public List<ToolCall> calls() {
    return Block.calls(blocks);
  }

  private static Stream<JsonValue> values(Block block) {
    return switch (block) {
      case Block.Text ignored -> Stream.empty();
      case Block.Image ignored -> Stream.empty();
      case Block.Reasoning reasoning -> reasoning.proof().stream();
      case Block.Call(ToolCall call) ->
          Stream.concat(Stream.of(call.arguments()), call.metadata().stream());
      case Block.Other other -> Stream.of(other.value());
    };
  }
}
