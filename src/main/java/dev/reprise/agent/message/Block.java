package dev.reprise.agent.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One part of what a user or a model says. A message keeps its blocks in the order in which they
 * were said, because a provider that interleaves reasoning, text and calls wants them back so.
 */
public sealed interface Block {

  /** Words; may be empty. */
  record Text(String text) implements Block {}

  /**
   * What a model thought before it spoke; no part of its answer.
   *
   * @param text may be empty where the provider shows nothing of it
   * @param proof what the provider wants back unchanged with it: a signature, or the thought itself
   *     encrypted; a JSON null says the same as none
   */
  record Reasoning(String text, Optional<JsonValue> proof) implements Block {
    public Reasoning {
      proof = JsonValue.unlessNull(proof);
    }

    public Reasoning(String text) {
      this(text, Optional.empty());
    }
  }

  /**
   * A picture, by reference: the bytes stay where they are.
   *
   * @param source a URI or a content reference, at most 2,048 characters; no {@code data:} URI,
   *     which would be the picture itself
   * @param mediaType for example {@code image/png}
   */
  record Image(String source, String mediaType) implements Block {

    private static final int MAX_SOURCE_LENGTH = 2048;

    public Image {
      if (source.isBlank() || source.length() > MAX_SOURCE_LENGTH) {
        throw new IllegalArgumentException(
            "an image is referred to by 1 to %d characters, not by %d"
                .formatted(MAX_SOURCE_LENGTH, source.length()));
      }
      if (source.regionMatches(true, 0, "data:", 0, "data:".length())) {
        throw new IllegalArgumentException(
            "an image stands in a message by reference, not as a data: URI");
      }
      if (!mediaType.matches("image/[A-Za-z0-9.+-]{1,100}")) {
        throw new IllegalArgumentException(
            "the media type of an image is for example image/png, not '" + mediaType + "'");
      }
    }
  }

  /** The model asks for a tool. */
  record Call(ToolCall call) implements Block {}

  /**
   * Something that only this provider understands; it gets it back unchanged, others never see it.
   *
   * @param provider the name by which agents choose the provider
   */
  record Other(String provider, JsonValue value) implements Block {
    public Other {
      if (provider.isBlank()) {
        throw new IllegalArgumentException("a provider's own block names the provider");
      }
    }
  }

  /**
   * Returns what a model of any provider understands of these blocks: words, pictures and calls,
   * without proofs and what is only the provider's.
   */
  static List<Block> portable(List<Block> blocks) {
    return blocks.stream().flatMap(block -> block.portable().stream()).toList();
  }

  private Optional<Block> portable() {
    return switch (this) {
      case Reasoning(String text, var ignored) when text.isEmpty() -> Optional.empty();
      case Reasoning(String text, var ignored) -> Optional.of(new Reasoning(text));
      case Call(ToolCall call) -> Optional.of(new Call(call.portable()));
      case Other ignored -> Optional.empty();
      case Text text -> Optional.of(text);
      case Image image -> Optional.of(image);
    };
  }

  /** Returns what a reply of a text and calls is made of; an empty text is left out. */
  static List<Block> of(String text, List<ToolCall> calls) {
    List<Block> blocks = new ArrayList<>(calls.size() + 1);
    if (!text.isEmpty()) {
      blocks.add(new Text(text));
    }
    calls.forEach(call -> blocks.add(new Call(call)));
    return List.copyOf(blocks);
  }

  /** Returns the words of these blocks as one text, without reasoning. */
  static String text(List<Block> blocks) {
    return blocks.stream()
        .map(block -> block instanceof Text(String text) ? text : "")
        .collect(Collectors.joining());
  }

  /** Returns the calls among these blocks in order. */
  static List<ToolCall> calls(List<Block> blocks) {
    return blocks.stream()
        .filter(Call.class::isInstance)
        .map(block -> ((Call) block).call())
        .toList();
  }
}
