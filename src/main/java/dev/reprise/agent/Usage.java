package dev.reprise.agent;

import dev.reprise.agent.budget.TokenSum;

/**
 * The tokens that model calls used. Sums of more than {@link Long#MAX_VALUE} are that.
 *
 * @param inputTokens tokens read, including those of a cache, at least 0
 * @param outputTokens tokens written, at least 0
 * @param cacheReadTokens how many of the tokens read came from the provider's cache
 * @param cacheWriteTokens how many of the tokens read were written to the provider's cache
 * @param estimatedTokens how many of the tokens read and written were expected before the call,
 *     because the provider did not report a number
 */
public record Usage(
    long inputTokens,
    long outputTokens,
    long cacheReadTokens,
    long cacheWriteTokens,
    long estimatedTokens) {

  /** Nothing used, or nothing reported. */
  public static final Usage NONE = new Usage(0, 0);

  public Usage {
    if (inputTokens < 0
        || outputTokens < 0
        || cacheReadTokens < 0
        || cacheWriteTokens < 0
        || estimatedTokens < 0) {
      throw new IllegalArgumentException("a number of tokens must be at least 0");
    }
    if (inputTokens - cacheReadTokens < cacheWriteTokens) {
      throw new IllegalArgumentException("the tokens of a cache must be part of the tokens read");
    }
  }

  /** Creates the usage of a call whose tokens the provider reported. */
  public Usage(long inputTokens, long outputTokens, long cacheReadTokens, long cacheWriteTokens) {
    this(inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, 0);
  }

  /** Creates the usage of a call without a cache. */
  public Usage(long inputTokens, long outputTokens) {
    this(inputTokens, outputTokens, 0, 0);
  }

  /** Returns what a call is expected to use. */
  public static Usage estimated(long inputTokens, long outputTokens) {
    return new Usage(inputTokens, outputTokens, 0, 0, TokenSum.of(inputTokens, outputTokens));
  }

  /** Returns the tokens read and written. */
  public long tokens() {
    return TokenSum.of(inputTokens, outputTokens);
  }

  /** Returns whether a part of it was not reported by the provider. */
  public boolean hasEstimates() {
    return estimatedTokens > 0;
  }

  /** Returns the usage with what was expected in the place of each number that is 0. */
  public Usage completedBy(Usage expected) {
    long input = inputTokens == 0 ? expected.inputTokens : 0;
    long output = outputTokens == 0 ? expected.outputTokens : 0;
    return plus(estimated(input, output));
  }

  /** Returns what was used since. */
  public Usage minus(Usage before) {
    return new Usage(
        inputTokens - before.inputTokens,
        outputTokens - before.outputTokens,
        cacheReadTokens - before.cacheReadTokens,
        cacheWriteTokens - before.cacheWriteTokens,
        estimatedTokens - before.estimatedTokens);
  }

  public Usage plus(Usage other) {
    return new Usage(
        TokenSum.of(inputTokens, other.inputTokens),
        TokenSum.of(outputTokens, other.outputTokens),
        TokenSum.of(cacheReadTokens, other.cacheReadTokens),
        TokenSum.of(cacheWriteTokens, other.cacheWriteTokens),
        TokenSum.of(estimatedTokens, other.estimatedTokens));
  }
}
