package dev.reprise.run.decision;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoopLimitsTest {

  @ParameterizedTest
  @CsvSource({"3,5,7", "0,0,0", "0,0,1", "1,0,2", "1,2,3", "0,2,0"})
  void mayBeOffIndividuallyAndMustRiseOtherwise(int hint, int block, int ask) {
    assertThatCode(() -> new LoopLimits(hint, block, ask)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"3,3,7", "5,3,7", "3,0,3", "-1,5,7", "0,0,-1", "7,0,5"})
  void refusesLimitsThatCannotBeReached(int hint, int block, int ask) {
    assertThatThrownBy(() -> new LoopLimits(hint, block, ask))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "hint, block and ask must not be negative, and each must be more than those before it"
                + " or 0, not %d, %d and %d",
            hint, block, ask);
  }
}
