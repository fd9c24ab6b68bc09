package dev.reprise.agent.message;

import java.util.List;
import java.util.Optional;

/**
 * The size of a message: the UTF-8 bytes of the content that a provider receives. The overhead of
 * the wire format does not count, and an image counts as its reference.
 */
public final class MessageSize {

  private MessageSize() {}

  /** Returns the size of a message, in bytes. */
  public static long of(Message message) {
    return switch (message) {
      case Message.User user -> of(user.blocks());
      case Message.Assistant(var blocks, var metadata) -> of(blocks) + of(metadata);
      case Message.ToolResult(ToolCall call, ToolOutcome outcome) -> utf8(call.id()) + of(outcome);
    };
  }

  private static long of(ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded(String content, var images) -> utf8(content) + of(images);
      case ToolOutcome.Failed(Failure failure) -> utf8(failure.toString());
    };
  }

  private static long of(List<? extends Block> blocks) {
    return blocks.stream().mapToLong(MessageSize::of).sum();
  }

  private static long of(Block block) {
    return switch (block) {
      case Block.Text(String text) -> utf8(text);
      case Block.Reasoning(String text, var proof) -> utf8(text) + of(proof);
      case Block.Image(String source, String mediaType) -> utf8(source) + utf8(mediaType);
      case Block.Call(ToolCall call) ->
          utf8(call.id()) + utf8(call.tool()) + utf8(call.arguments().text()) + of(call.metadata());
      case Block.Other(String ignored, JsonValue value) -> utf8(value.text());
    };
  }

  private static long of(Optional<JsonValue> value) {
    return value.map(present -> utf8(present.text())).orElse(0L);
  }

  /** Counts without encoding: each half of a surrogate pair counts as two of its four bytes. */
  private static long utf8(String text) {
    long bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x800 && !Character.isSurrogate(c)) {
        bytes += 2;
      } else if (c >= 0x80) {
        bytes++;
      }
    }
    return bytes;
  }
}
