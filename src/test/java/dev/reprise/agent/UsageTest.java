package dev.reprise.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.agent.budget.Spending;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class UsageTest {

  @Test
  void addsUp() {
    assertThat(new Usage(10, 2, 6, 3).plus(new Usage(5, 1, 1, 0)))
        .isEqualTo(new Usage(15, 3, 7, 3));
  }

  @Test
  void neverBecomesNegative() {
    var most = new Usage(Long.MAX_VALUE, Long.MAX_VALUE);

    assertThat(most.plus(most)).isEqualTo(most);
    assertThat(most.tokens()).isEqualTo(Long.MAX_VALUE);
    var spent = new Spending(BigDecimal.ZERO, Long.MAX_VALUE, 1, 0);
    assertThat(spent.plus(spent).tokens()).isEqualTo(Long.MAX_VALUE);
    assertThat(spent.plus(spent).minus(spent).tokens()).isNotNegative();
  }

  @Test
  void takesWhatIsExpectedInThePlaceOfAMissingNumber() {
    Usage expected = Usage.estimated(300, 1_000);

    assertThat(Usage.NONE.completedBy(expected)).isEqualTo(expected);
    assertThat(new Usage(20, 0, 5, 0).completedBy(expected))
        .isEqualTo(new Usage(20, 1_000, 5, 0, 1_000));
    assertThat(new Usage(0, 7).completedBy(expected)).isEqualTo(new Usage(300, 7, 0, 0, 300));
    assertThat(new Usage(20, 7).completedBy(expected)).isEqualTo(new Usage(20, 7));
  }

  @Test
  void refusesImpossibleNumbers() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Usage(-1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Usage(0, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Usage(5, 0, -1, 0));
    assertThatIllegalArgumentException()
        .as("more in the cache than was read")
        .isThrownBy(() -> new Usage(5, 0, 4, 2));
  }
}
