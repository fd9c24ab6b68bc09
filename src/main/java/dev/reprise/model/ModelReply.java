package dev.reprise.model;

import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Incomplete;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.platform.Json;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A model's reply, with everything that the provider must get back. What is not part of it is lost
 * when the run resumes on another server.
 *
 * @param blocks the content in order; a reply without calls ends the phase, and the ids of calls
 *     are unique
 * @param usage the tokens used; 0 for a number that the provider does not report
 * @param metadata what the provider must get back unchanged with the message
 * @param incomplete why it is not complete; empty if it is
 */
public record ModelReply(
    List<Block> blocks,
    Usage usage,
    Optional<JsonValue> metadata,
    Optional<Incomplete> incomplete) {

  /**
   * Creates a reply.
   *
   * @throws IllegalArgumentException if two calls have the same id, or a JSON value cannot be read
   */
  public ModelReply {
    var message = new Message.Assistant(blocks, metadata); // which checks the blocks
    blocks = message.blocks();
    metadata = message.metadata();
    // Checked now, so the fault is the provider's, and not later, when the record can no longer be
    // read.
    Stream.concat(blocks.stream().flatMap(ModelReply::values), metadata.stream())
        .forEach(value -> Json.read(value.text()));
  }

  /** Creates a complete reply. */
  public ModelReply(List<Block> blocks, Usage usage, Optional<JsonValue> metadata) {
    this(blocks, usage, metadata, Optional.empty());
  }

  /** Creates a complete reply of text, if not empty, followed by calls. */
  public ModelReply(String text, List<ToolCall> calls, Usage usage) {
    this(Block.of(text, calls), usage, Optional.empty());
  }

  /** Returns the text, without reasoning; may be empty if there are calls. */
  public String text() {
    return Block.text(blocks);
  }

  /** Returns the tool calls that the model requests. */
  public List<ToolCall> calls() {
    return Block.calls(blocks);
  }

  /**
   * Returns the reply with what was expected in the place of numbers of tokens that the provider
   * did not report. Each call reads tokens, and each reply with content has written some.
   */
  public ModelReply completedBy(Supplier<Usage> expected) {
    boolean isCounted = usage.inputTokens() > 0 && (usage.outputTokens() > 0 || blocks.isEmpty());
    return isCounted
        ? this
        : new ModelReply(blocks, usage.completedBy(expected.get()), metadata, incomplete);
  }

  /** Returns whether it is complete and says nothing: it has neither a call nor a text. */
  public boolean saysNothing() {
    return incomplete.isEmpty() && calls().isEmpty() && text().isBlank();
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
