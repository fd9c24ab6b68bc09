package dev.reprise.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a model is given of a long result, of which the record has all. */
class ResultLimitTest {

  @Test
  void cutsALongResultBetweenCharacters() {
    String given = ResultLimit.apply("€".repeat(30_000));

    assertThat(given)
        .startsWith("€€€")
        .endsWith("€\n\n[cut: the last 24465 of 90000 bytes are left out]\n")
        .doesNotContain("\ufffd");
    assertThat(given.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(65_536 + 100);
  }

  @ParameterizedTest
  @CsvSource({"65536, 65536", "65537, 65584"})
  void cutsNothingThatFits(int length, int expected) {
    assertThat(ResultLimit.apply("x".repeat(length))).hasSize(expected);
  }
}
