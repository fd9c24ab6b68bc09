package dev.reprise.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.client.RunStatus;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers that scripts rely on; those of refused requests are {@code CommandLineTest}'s. */
class ExitCodeTest {

  @Test
  void theNumbersDoNotChange() {
    assertThat(Arrays.stream(ExitCode.values()).map(ExitCode::number))
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 124);
  }

  @ParameterizedTest
  @CsvSource({
    "COMPLETED, OK",
    "FAILED, FAILURE",
    "CANCELLED, FAILURE",
    "DEAD_LETTER, FAILURE",
    "WAITING, WAITING",
    "PAUSED, WAITING"
  })
  void aRunDecidesHowAWatchEnds(RunStatus status, ExitCode expected) {
    assertThat(ExitCode.of(status)).isEqualTo(expected);
  }
}
