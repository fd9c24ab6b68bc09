package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BatchLimitsTest {

  @Test
  void stopsAfterSoManyFailures() {
    var limits = limits(Optional.of(3), Optional.empty());
    assertThat(limits.reachedBy(totals(50, 2))).isEmpty();
    assertThat(limits.reachedBy(totals(50, 3)).orElseThrow()).contains("3 items failed");
  }

  @Test
  void stopsAtARatioOnceEnoughItemsHaveEnded() {
    var limits = limits(Optional.empty(), Optional.of(0.5));
    assertThat(limits.reachedBy(totals(0, 19))).isEmpty();
    assertThat(limits.reachedBy(totals(11, 9))).isEmpty();
    assertThat(limits.reachedBy(totals(10, 10)).orElseThrow()).contains("10 of 20");
  }

  @Test
  void withoutLimitsNothingStopsIt() {
    assertThat(limits(Optional.empty(), Optional.empty()).reachedBy(totals(0, 1000))).isEmpty();
  }

  private static BatchLimits limits(Optional<Integer> failures, Optional<Double> ratio) {
    return new BatchLimits(8, Optional.empty(), Optional.empty(), failures, ratio);
  }

  private static BatchTotals totals(int completed, int failed) {
    return new BatchTotals(10_000, completed, failed, 0, 0, BigDecimal.ZERO, 0, 0);
  }
}
