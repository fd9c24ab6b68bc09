package dev.reprise.agent.message;

import java.util.List;

/** How a tool call ended. A failure is an answer too: the model reads it and may go another way. */
public sealed interface ToolOutcome {

  /**
   * The tool did what was asked.
   *
   * @param content what the model reads, as it is
   * @param images what it sees with it
   */
  record Succeeded(String content, List<Block.Image> images) implements ToolOutcome {
    public Succeeded {
      images = List.copyOf(images);
    }

    /** Makes an outcome of words alone. */
    public Succeeded(String content) {
      this(content, List.of());
    }
  }

  /** The tool refused or failed; its effect did not happen. */
  record Failed(Failure failure) implements ToolOutcome {}

  /** Returns a failed outcome with this code and message. */
  static ToolOutcome failed(String code, String message) {
    return new Failed(new Failure(code, message));
  }
}
