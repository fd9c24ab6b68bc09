package dev.reprise.agent.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.budget.Budget.OnExceeded;
import dev.reprise.fixture.Budgets;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BudgetTest {

  private static final Budget AGENT = budget("5", 1_000L, 10, OnExceeded.PAUSE);

  @Test
  void replacesOnlyTheLimitsThatAreNamed() {
    assertThat(AGENT.replacedBy(Budgets.usd("9")))
        .isEqualTo(budget("9", 1_000L, 10, OnExceeded.PAUSE));
  }

  @Test
  void hasTheLowerLimitOfTwo() {
    Budget share = budget("7", 300L, 10, OnExceeded.FAIL);

    assertThat(AGENT.narrowedBy(share)).isEqualTo(budget("5", 300L, 10, OnExceeded.FAIL));
    assertThat(AGENT.narrowedBy(Budget.NONE)).isEqualTo(AGENT);
    assertThat(Budget.NONE.narrowedBy(AGENT)).isEqualTo(AGENT);
  }

  @Test
  void leavesNothingAfterMoreThanAllWasSpent() {
    Budget left = AGENT.minus(new Spending(new BigDecimal("1.25"), 2_000, 4, 3));

    assertThat(left.usd()).contains(new BigDecimal("3.75"));
    assertThat(left.tokens()).contains(0L);
    assertThat(left.modelCalls()).contains(1);
    assertThat(left.toolCalls()).contains(7);
    assertThat(left.time()).as("passes by itself").isEmpty();
  }

  @Test
  void isDividedWithoutARest() {
    Budget share = budget("1", 100L, 10, OnExceeded.PAUSE).dividedBy(3);

    assertThat(share.usd().orElseThrow()).isEqualByComparingTo("0.333333");
    assertThat(share.tokens()).contains(33L);
    assertThat(share.modelCalls()).contains(1);
    assertThat(share.toolCalls()).contains(3);
    assertThat(share.time()).isEmpty();
  }

  @Test
  void namesTheFirstLimitThatIsAboveThoseOfAnother() {
    assertThat(Budgets.time(Duration.ofHours(2)).limitAbove(AGENT))
        .contains(new Budget.Bound("time", "PT1H"));
    assertThat(Budgets.modelCalls(6).limitAbove(AGENT))
        .contains(new Budget.Bound("modelCalls", "5"));
    assertThat(AGENT.limitAbove(AGENT)).isEmpty();
  }

  @Test
  void isNeverNegative() {
    assertThatThrownBy(() -> Budgets.usd("-0.01"))
        .hasRootCauseInstanceOf(IllegalArgumentException.class)
        .hasRootCauseMessage("usd of a budget must be at least 0");
  }

  private static Budget budget(String usd, long tokens, int toolCalls, OnExceeded then) {
    return Budgets.usd(usd)
        .replacedBy(Budgets.tokens(tokens))
        .replacedBy(Budgets.modelCalls(5))
        .replacedBy(Budgets.toolCalls(toolCalls))
        .replacedBy(Budgets.time(Duration.ofHours(1)))
        .replacedBy(Budgets.onExceeded(then));
  }
}
