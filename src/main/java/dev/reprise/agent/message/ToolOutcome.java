package dev.reprise.agent.message;

import java.util.List;

/**
 * The outcome of a tool call. A failure is an answer too: the model reads it and may try something
 * else.
 */
public sealed interface ToolOutcome {

  /**
   * The call succeeded.
   *
   * @param content the result, which the model reads as it is
   * @param images the images that the model sees with the result
   */
  record Succeeded(String content, List<Block.Image> images) implements ToolOutcome {
    public Succeeded {
      content = WellFormedText.of(content);
      images = List.copyOf(images);
    }

    /** Creates an outcome without images. */
    public Succeeded(String content) {
      this(content, List.of());
    }
  }

  /** The tool refused the call or failed; its effect did not happen. */
  record Failed(Failure failure) implements ToolOutcome {}

  /** Returns a failure with this code and message. */
  static ToolOutcome failed(String code, String message) {
    return new Failed(new Failure(code, message));
  }
}
