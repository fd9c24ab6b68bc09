package dev.reprise.journal;

import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import java.util.Optional;

/**
 * Maps the contents of events: what people, models and tools wrote, as opposed to the structure
 * around it, such as names, ids, codes, hashes, numbers and times. {@link RunEvent#mapContents} of
 * each event says which of its components are contents.
 */
public interface ContentMapper {

  /** Maps the input of a run, which its client wrote. */
  JsonValue input(JsonValue input);

  /** Maps a prompt, a model's text, the result of a tool, or an output. */
  String body(String text);

  /**
   * Maps the arguments of a call, or a value that only a provider understands. An object stays an
   * object.
   */
  JsonValue body(JsonValue json);

  /**
   * Maps what people and this server write to and about a run: a posted message, the message of a
   * failure, a reason, evidence.
   */
  String remark(String text);

  default Optional<String> remark(Optional<String> text) {
    return text.map(this::remark);
  }

  default Failure failure(Failure failure) {
    return new Failure(failure.code(), remark(failure.message()));
  }

  default Block block(Block block) {
    return switch (block) {
      case Block.Text it -> new Block.Text(body(it.text()));
      case Block.Reasoning it -> reasoning(it);
      case Block.Image it -> image(it);
      case Block.Call(ToolCall it) ->
          new Block.Call(
              new ToolCall(
                  it.id(), it.tool(), body(it.arguments()), it.metadata().map(this::body)));
      case Block.Other it -> new Block.Other(it.provider(), body(it.value()));
    };
  }

  default Block.Image image(Block.Image image) {
    return new Block.Image(body(image.source()), image.mediaType());
  }

  /** A proof covers the original text: with another text it proves nothing, and may contain it. */
  private Block.Reasoning reasoning(Block.Reasoning block) {
    String text = body(block.text());
    return text.equals(block.text())
        ? new Block.Reasoning(text, block.proof().map(this::body))
        : new Block.Reasoning(text);
  }
}
