package dev.reprise.model;

import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.platform.redaction.Redaction;

/**
 * Redacts replies for storage. Each part of a reply is redacted by itself, as in a run's record.
 */
public final class RedactedReply {

  private final Redaction redaction;

  public RedactedReply(Redaction redaction) {
    this.redaction = redaction;
  }

  public ModelReply of(ModelReply reply) {
    return new ModelReply(
        reply.blocks().stream().map(this::block).toList(),
        reply.usage(),
        reply.metadata().map(this::json),
        reply.incomplete());
  }

  private Block block(Block block) {
    return switch (block) {
      case Block.Text(String text) -> new Block.Text(redaction.text(text));
      case Block.Reasoning it -> reasoning(it);
      case Block.Image it -> new Block.Image(redaction.text(it.source()), it.mediaType());
      case Block.Call(ToolCall it) ->
          new Block.Call(
              new ToolCall(
                  it.id(), it.tool(), json(it.arguments()), it.metadata().map(this::json)));
      case Block.Other it -> new Block.Other(it.provider(), json(it.value()));
    };
  }

  /**
   * If the text changes, the proof is dropped: it proves nothing any more and may contain the
   * secret.
   */
  private Block reasoning(Block.Reasoning block) {
    String text = redaction.text(block.text());
    return text.equals(block.text())
        ? new Block.Reasoning(text, block.proof().map(this::json))
        : new Block.Reasoning(text);
  }

  private JsonValue json(JsonValue value) {
    return new JsonValue(redaction.json(value.text()));
  }
}
