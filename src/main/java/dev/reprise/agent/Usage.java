package dev.reprise.agent;

/**
 * What a model call used.
 *
 * @param inputTokens tokens read, at least 0
 * @param outputTokens tokens written, at least 0
 */
public record Usage(long inputTokens, long outputTokens) {

  /** Nothing used. */
  public static final Usage NONE = new Usage(0, 0);

  public Usage {
    if (inputTokens < 0 || outputTokens < 0) {
      throw new IllegalArgumentException("tokens are counted upwards from zero");
    }
  }

  public Usage plus(Usage other) {
    return new Usage(inputTokens + other.inputTokens, outputTokens + other.outputTokens);
  }
}
