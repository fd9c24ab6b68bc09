package dev.reprise.agent;

/**
 * What a model call used.
 *
 * @param inputTokens tokens read, those of a cache included, at least 0
 * @param outputTokens tokens written, at least 0
 * @param cacheReadTokens how many of the tokens read came out of the provider's cache
 * @param cacheWriteTokens how many of the tokens read went into it
 */
public record Usage(
    long inputTokens, long outputTokens, long cacheReadTokens, long cacheWriteTokens) {

  /** Nothing used. */
  public static final Usage NONE = new Usage(0, 0);

  public Usage {
    if (inputTokens < 0 || outputTokens < 0 || cacheReadTokens < 0 || cacheWriteTokens < 0) {
      throw new IllegalArgumentException("tokens are counted upwards from zero");
    }
    if (inputTokens - cacheReadTokens < cacheWriteTokens) {
      throw new IllegalArgumentException("tokens of a cache are counted among those read");
    }
  }

  /** Makes one without a cache. */
  public Usage(long inputTokens, long outputTokens) {
    this(inputTokens, outputTokens, 0, 0);
  }

  public Usage plus(Usage other) {
    return new Usage(
        inputTokens + other.inputTokens,
        outputTokens + other.outputTokens,
        cacheReadTokens + other.cacheReadTokens,
        cacheWriteTokens + other.cacheWriteTokens);
  }
}
