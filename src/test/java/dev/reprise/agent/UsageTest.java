package dev.reprise.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class UsageTest {

  @Test
  void addsUp() {
    assertThat(new Usage(10, 2, 6, 3).plus(new Usage(5, 1, 1, 0)))
        .isEqualTo(new Usage(15, 3, 7, 3));
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
