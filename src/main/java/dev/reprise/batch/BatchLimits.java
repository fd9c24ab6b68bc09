package dev.reprise.batch;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * How far a batch may go.
 *
 * @param concurrency how many of its runs may be queued or running at once, at least 1
 * @param usd what all its runs together may cost, in US dollars; empty for no limit
 * @param tokens what models may read and write for all its runs together; empty for no limit
 * @param failures after how many failed items no further one is started, at least 1; empty for no
 *     limit
 * @param failureRatio from which share of failed items among those that have ended no further one
 *     is started, above 0 and at most 1; it counts from {@value #MIN_ENDED} ended items on; empty
 *     for no limit
 */
public record BatchLimits(
    int concurrency,
    Optional<BigDecimal> usd,
    Optional<Long> tokens,
    Optional<Integer> failures,
    Optional<Double> failureRatio) {

  /** How many items must have ended before a ratio of failures means something. */
  public static final int MIN_ENDED = 20;

  public BatchLimits {
    if (concurrency < 1) {
      throw new IllegalArgumentException("at least one run at once is needed");
    }
  }

  /** Returns whether the batch has a budget. */
  public boolean hasBudget() {
    return usd.isPresent() || tokens.isPresent();
  }

  /** Returns which limit of failures is reached, in words for a person; empty if none is. */
  public Optional<String> reachedBy(BatchTotals totals) {
    return failures
        .filter(most -> totals.failed() >= most)
        .map(
            most ->
                "%d items failed, and the batch stops after %d".formatted(totals.failed(), most))
        .or(() -> ratioReachedBy(totals));
  }

  private Optional<String> ratioReachedBy(BatchTotals totals) {
    int judged = totals.completed() + totals.failed();
    return failureRatio
        .filter(most -> judged >= MIN_ENDED && totals.failed() >= most * judged)
        .map(
            most ->
                "%d of %d items failed, and the batch stops at a ratio of %s"
                    .formatted(totals.failed(), judged, most));
  }
}
