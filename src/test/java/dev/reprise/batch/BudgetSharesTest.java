package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.budget.Budget;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BudgetSharesTest {

  private static final BudgetShares TEN_DOLLARS = new BudgetShares(limits(Optional.of("10"), 4));

  @Test
  void aRunGetsAnEqualShare() {
    assertThat(usd(TEN_DOLLARS.next(spent("0"), 0))).isEqualByComparingTo("2.5");
    assertThat(usd(TEN_DOLLARS.next(spent("0"), 3))).isEqualByComparingTo("2.5");
    assertThat(TEN_DOLLARS.next(spent("0"), 4)).isEmpty();
  }

  @Test
  void whatIsLeftOfAShareIsForLaterRuns() {
    assertThat(usd(TEN_DOLLARS.next(spent("7.4"), 0))).isEqualByComparingTo("2.5");
    assertThat(TEN_DOLLARS.next(spent("7.4"), 1)).isEmpty();
  }

  @Test
  void theLastRunGetsTheRest() {
    assertThat(usd(TEN_DOLLARS.next(spent("9"), 0))).isEqualByComparingTo("1");
    assertThat(TEN_DOLLARS.next(spent("9"), 1)).isEmpty();
    assertThat(TEN_DOLLARS.isNearlySpent(spent("9"))).isTrue();
    assertThat(TEN_DOLLARS.isSpent(spent("9"))).isFalse();
    assertThat(TEN_DOLLARS.next(spent("10"), 0)).isEmpty();
    assertThat(TEN_DOLLARS.isSpent(spent("10"))).isTrue();
  }

  @Test
  void aRunBeyondItsShareFails() {
    assertThat(TEN_DOLLARS.next(spent("0"), 0).orElseThrow().onExceeded())
        .contains(Budget.OnExceeded.FAIL);
  }

  @Test
  void withoutABudgetNothingIsLimited() {
    var none = new BudgetShares(limits(Optional.empty(), 4));
    assertThat(none.next(spent("1000"), 99)).contains(Budget.NONE);
    assertThat(none.isSpent(spent("1000"))).isFalse();
    assertThat(none.isNearlySpent(spent("1000"))).isFalse();
  }

  /** Whatever runs spend within their shares, and in whatever order they end. */
  @Test
  void allRunsTogetherNeverSpendMore() {
    var random = new Random(7);
    for (int i = 0; i < 200; i++) {
      assertThat(spentInAll(random)).isLessThanOrEqualTo(BigDecimal.TEN);
    }
  }

  private static BigDecimal spentInAll(Random random) {
    BigDecimal spent = BigDecimal.ZERO;
    Deque<BigDecimal> open = new ArrayDeque<>();
    for (int step = 0; step < 100; step++) {
      Optional<Budget> next = TEN_DOLLARS.next(spent(spent.toPlainString()), open.size());
      if (next.isPresent() && random.nextBoolean()) {
        open.add(usd(next));
      } else if (!open.isEmpty()) {
        BigDecimal part = BigDecimal.valueOf(random.nextInt(101)).movePointLeft(2);
        spent = spent.add(open.remove().multiply(part));
      }
    }
    return open.stream().reduce(spent, BigDecimal::add);
  }

  private static BigDecimal usd(Optional<Budget> budget) {
    return budget.flatMap(Budget::usd).orElseThrow();
  }

  private static BatchLimits limits(Optional<String> usd, int concurrency) {
    return new BatchLimits(
        concurrency,
        usd.map(BigDecimal::new),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static BatchTotals spent(String usd) {
    return new BatchTotals(100, 0, 0, 0, 0, new BigDecimal(usd), 0, 0);
  }
}
