package dev.reprise.agent;

/**
 * The tokens that a model call used.
 *
 * @param inputTokens tokens read, including those of a cache, at least 0
 * @param outputTokens tokens written, at least 0
 * @param cacheReadTokens how many of the tokens read came from the provider's cache
 * @param cacheWriteTokens how many of the tokens read were written to the provider's cache
 */
public record Usage(
    long inputTokens, long outputTokens, long cacheReadTokens, long cacheWriteTokens) {

  /** Nothing used. */
  public static final Usage NONE = new Usage(0, 0);

  public Usage {
    if (inputTokens < 0 || outputTokens < 0 || cacheReadTokens < 0 || cacheWriteTokens < 0) {
      throw new IllegalArgumentException("a number of tokens must be at least 0");
    }
    if (inputTokens - cacheReadTokens < cacheWriteTokens) {
      throw new IllegalArgumentException("the tokens of a cache must be part of the tokens read");
    }
  }

  /** Creates the usage of a call without a cache. */
  public Usage(long inputTokens, long outputTokens) {
    this(inputTokens, outputTokens, 0, 0);
  }

  /** Returns the tokens read and written. */
  public long tokens() {
    return inputTokens + outputTokens;
  }

  /** Returns what was used since. */
  public Usage minus(Usage before) {
    return new Usage(
        inputTokens - before.inputTokens,
        outputTokens - before.outputTokens,
        cacheReadTokens - before.cacheReadTokens,
        cacheWriteTokens - before.cacheWriteTokens);
  }

  public Usage plus(Usage other) {
    return new Usage(
        inputTokens + other.inputTokens,
        outputTokens + other.outputTokens,
        cacheReadTokens + other.cacheReadTokens,
        cacheWriteTokens + other.cacheWriteTokens);
  }
}
