package dev.reprise.api.batch;

import dev.reprise.batch.BatchLimits;
import dev.reprise.queue.row.NewRun;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.math.BigDecimal;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * How far a batch may go, and how fast.
 *
 * @param concurrency how many of its runs may be queued or running at once; 32 by default
 * @param priority of its runs among the tenant's, from -9 to 9, 0 by default
 * @param budget what all its runs together may spend; each run gets a share; no limit by default
 * @param stopAfterFailures after how many failed items no further one is started; no limit by
 *     default
 * @param stopAtFailureRatio from which share of failed items among those that have ended no further
 *     one is started; it counts from 20 ended items on; no limit by default
 */
public record BatchOptions(
    @Schema(defaultValue = "32")
        @Min(value = 1, message = CONCURRENCY)
        @Max(value = 1000, message = CONCURRENCY)
        @Nullable Integer concurrency,
    @Min(value = -NewRun.MAX_PRIORITY, message = PRIORITIES)
        @Max(value = NewRun.MAX_PRIORITY, message = PRIORITIES)
        @Nullable Integer priority,
    @Valid @Nullable BatchBudget budget,
    @Min(value = 1, message = FAILURES) @Max(value = 10_000_000, message = FAILURES)
        @Nullable Integer stopAfterFailures,
    @DecimalMin(value = "0", inclusive = false, message = RATIO)
        @DecimalMax(value = "1", message = RATIO)
        @Nullable BigDecimal stopAtFailureRatio) {

  static final BatchOptions NONE = new BatchOptions(null, null, null, null, null);

  private static final int DEFAULT_CONCURRENCY = 32;

  private static final String CONCURRENCY = "must be a whole number from 1 to 1000";
  private static final String PRIORITIES = "must be a whole number from -9 to 9";
  private static final String FAILURES = "must be a whole number from 1 to 10000000";
  private static final String RATIO = "must be more than 0 and at most 1";

  /**
   * What all runs of a batch together may spend.
   *
   * @param usd the largest cost, in US dollars
   * @param tokens the largest number of tokens that models read and write
   */
  public record BatchBudget(
      @Schema(examples = "25.00")
          @DecimalMin(value = "0", inclusive = false, message = AMOUNTS)
          @DecimalMax(value = "1000000", message = AMOUNTS)
          @Digits(integer = 7, fraction = 6, message = AMOUNTS)
          @Nullable BigDecimal usd,
      @Min(value = 1, message = TOKENS) @Max(value = 1_000_000_000_000L, message = TOKENS)
          @Nullable Long tokens) {

    private static final String AMOUNTS =
        "must be an amount of US dollars above 0 and up to 1000000 with at most 6 decimals";
    private static final String TOKENS = "must be a whole number from 1 to 1000000000000";
  }

  int priorityOrNone() {
    return priority == null ? 0 : priority;
  }

  BatchLimits limits() {
    Optional<BatchBudget> spending = Optional.ofNullable(budget);
    return new BatchLimits(
        concurrency == null ? DEFAULT_CONCURRENCY : concurrency,
        spending.map(BatchBudget::usd),
        spending.map(BatchBudget::tokens),
        Optional.ofNullable(stopAfterFailures),
        Optional.ofNullable(stopAtFailureRatio).map(BigDecimal::doubleValue));
  }

  static BatchOptions of(BatchLimits limits, int priority) {
    return new BatchOptions(
        limits.concurrency(),
        priority,
        limits.hasBudget()
            ? new BatchBudget(limits.usd().orElse(null), limits.tokens().orElse(null))
            : null,
        limits.failures().orElse(null),
        limits.failureRatio().map(BigDecimal::valueOf).orElse(null));
  }
}
