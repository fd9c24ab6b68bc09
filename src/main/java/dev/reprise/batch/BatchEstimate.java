package dev.reprise.batch;

import dev.reprise.agent.Cost;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What all items of a data set would take, by the first ones of them.
 *
 * @param items how many the data set has
 * @param basedOn how many ended items of the preview it is derived from
 * @param usd in US dollars, to the millionth
 * @param tokens read and written by models
 * @param time if no other runs use the servers' places: as many rounds of the batch's concurrency
 *     as all items need, each as long as the preview took
 */
public record BatchEstimate(int items, int basedOn, BigDecimal usd, long tokens, Duration time) {

  /** Returns the estimate of a preview; empty if it is none, or no item of it has run yet. */
  public static Optional<BatchEstimate> of(Batch preview, Instant now) {
    BatchTotals totals = preview.totals();
    if (preview.work().sampleOf().isEmpty()
        || preview.times().startedAt().isEmpty()
        || totals.ran() == 0) {
      return Optional.empty();
    }
    int items = preview.work().sampleOf().get();
    Duration round =
        Duration.between(preview.times().startedAt().get(), preview.times().endedAt().orElse(now));
    long rounds = Math.ceilDiv(items, preview.limits().concurrency());
    return Optional.of(
        new BatchEstimate(
            items,
            totals.ran(),
            Cost.shortest(
                totals
                    .usd()
                    .multiply(BigDecimal.valueOf(items))
                    .divide(BigDecimal.valueOf(totals.ran()), 6, RoundingMode.UP)),
            totals.tokens() * items / totals.ran(),
            round.multipliedBy(rounds)));
  }
}
