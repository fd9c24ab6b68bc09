package dev.reprise.agent.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One part of what a user or a model says. A message keeps its blocks in the order in which they
 * were said, because a provider that interleaves reasoning, text and calls wants them back so.
 * Tested by {@code MessageTest}.
 */
public sealed interface Block {

  /** Text; may be empty. */
  record Text(String text) implements Block {
    public Text {
      text = WellFormedText.of(text);
    }
  }

  /**
   * What a model thought before its answer; not part of the answer.
   *
   * @param text empty if the provider does not show it
   * @param proof what the provider must get back unchanged with it: a signature, or the encrypted
   *     reasoning itself; a JSON null means none
   */
  record Reasoning(String text, Optional<JsonValue> proof) implements Block {
    public Reasoning {
      text = WellFormedText.of(text);
      proof = JsonValue.unlessNull(proof);
    }

    public Reasoning(String text) {
      this(text, Optional.empty());
    }
  }

  /**
   * A reference to an image; the message does not contain its bytes.
   *
   * @param source a URI or a content reference, at most 2,048 characters; not a {@code data:} URI,
   *     which would contain the bytes
   * @param mediaType for example {@code image/png}
   */
  record Image(String source, String mediaType) implements Block {

    private static final int MAX_SOURCE_LENGTH = 2048;

    public Image {
      if (source.isBlank() || source.length() > MAX_SOURCE_LENGTH) {
        throw new IllegalArgumentException(
            "the source of an image must have 1 to %d characters, not %d"
                .formatted(MAX_SOURCE_LENGTH, source.length()));
      }
      if (source.regionMatches(true, 0, "data:", 0, "data:".length())) {
        throw new IllegalArgumentException(
            "the source of an image must be a reference, not a data: URI");
      }
      if (!mediaType.matches("image/[A-Za-z0-9.+-]{1,100}")) {
        throw new IllegalArgumentException(
            "the media type of an image must be for example image/png, not '" + mediaType + "'");
      }
    }
  }

  /** A tool call that the model requests. */
  record Call(ToolCall call) implements Block {}

  /**
   * A block that only this provider understands. The provider gets it back unchanged; other
   * providers never see it.
   *
   * @param provider the name by which agents choose the provider
   */
  record Other(String provider, JsonValue value) implements Block {
    public Other {
      if (provider.isBlank()) {
        throw new IllegalArgumentException("a block of a provider must name the provider");
      }
    }
  }

  /**
   * Returns the blocks that models of all providers understand: text, reasoning, images and calls,
   * without proofs, metadata and blocks of one provider.
   */
  static List<Block> forAnyProvider(List<Block> blocks) {
    return blocks.stream().flatMap(block -> block.forAnyProvider().stream()).toList();
  }

  private Optional<Block> forAnyProvider() {
    return switch (this) {
      case Reasoning(String text, var ignored) when text.isEmpty() -> Optional.empty();
      case Reasoning(String text, var ignored) -> Optional.of(new Reasoning(text));
      case Call(ToolCall call) -> Optional.of(new Call(call.forAnyProvider()));
      case Other ignored -> Optional.empty();
      case Text text -> Optional.of(text);
      case Image image -> Optional.of(image);
    };
  }

  /** Returns the blocks of a reply of text and calls; an empty text is left out. */
  static List<Block> of(String text, List<ToolCall> calls) {
    List<Block> blocks = new ArrayList<>(calls.size() + 1);
    if (!text.isEmpty()) {
      blocks.add(new Text(text));
    }
    calls.forEach(call -> blocks.add(new Call(call)));
    return List.copyOf(blocks);
  }

  /** Returns the text of these blocks, without reasoning. */
  static String text(List<Block> blocks) {
    return blocks.stream()
        .map(block -> block instanceof Text(String text) ? text : "")
        .collect(Collectors.joining());
  }

  /** Returns the calls among these blocks in order. */
  static List<ToolCall> calls(List<Block> blocks) {
    List<ToolCall> calls = new ArrayList<>();
    for (Block block : blocks) {
      if (block instanceof Call(ToolCall call)) {
        calls.add(call);
      }
    }
    return List.copyOf(calls);
  }
}
