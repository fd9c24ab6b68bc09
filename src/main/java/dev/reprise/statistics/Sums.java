package dev.reprise.statistics;

import dev.reprise.agent.Usage;
import java.math.BigDecimal;

/**
 * What runs did in some time.
 *
 * @param submitted runs that were submitted, forks too
 * @param completed runs that completed; a run that is retried after its end ends again
 * @param failed runs that failed, dead letters too
 * @param modelCalls calls of models that were answered, or may have been
 * @param usage of these calls; a call has at most a billion tokens each way, and a million dollars
 * @param usd what calls of models and tools cost, as far as it is known
 * @param savedUsd how much more the calls of models would have cost without their caches; negative
 *     if writing to a cache cost more than reading from it saved
 */
public record Sums(
    long submitted,
    long completed,
    long failed,
    long cancelled,
    long modelCalls,
    Usage usage,
    BigDecimal usd,
    BigDecimal savedUsd) {

  private static final long MOST_TOKENS = 1_000_000_000;
  private static final BigDecimal MOST_USD = BigDecimal.valueOf(1_000_000);

  static final Sums NONE = ofRuns(0, 0, 0, 0);
  static final Sums SUBMITTED = ofRuns(1, 0, 0, 0);
  static final Sums COMPLETED = ofRuns(0, 1, 0, 0);
  static final Sums FAILED = ofRuns(0, 0, 1, 0);
  static final Sums CANCELLED = ofRuns(0, 0, 0, 1);

  private static Sums ofRuns(long submitted, long completed, long failed, long cancelled) {
    return new Sums(
        submitted, completed, failed, cancelled, 0, Usage.NONE, BigDecimal.ZERO, BigDecimal.ZERO);
  }

  /** Returns a call of a model. What no call can be, whatever its provider says, is cut. */
  static Sums ofModelCall(Usage usage, BigDecimal usd, BigDecimal savedUsd) {
    long input = Math.min(MOST_TOKENS, usage.inputTokens());
    Usage counted =
        new Usage(
            input,
            Math.min(MOST_TOKENS, usage.outputTokens()),
            Math.min(input, usage.cacheReadTokens()),
            0);
    return new Sums(0, 0, 0, 0, 1, counted, usd.min(MOST_USD), savedUsd.min(MOST_USD));
  }

  /** Returns what a call of a tool cost; negative if it cost less than was counted before. */
  static Sums ofTool(BigDecimal usd) {
    return new Sums(0, 0, 0, 0, 0, Usage.NONE, usd, BigDecimal.ZERO);
  }

  /** Returns the sums of both. */
  public Sums plus(Sums other) {
    return new Sums(
        submitted + other.submitted,
        completed + other.completed,
        failed + other.failed,
        cancelled + other.cancelled,
        modelCalls + other.modelCalls,
        usage.plus(other.usage),
        usd.add(other.usd),
        savedUsd.add(other.savedUsd));
  }

  /** Returns whether a run ended by itself, so that the time that it took says something. */
  boolean haveEnd() {
    return completed + failed > 0;
  }
}
