package dev.reprise.agent.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WellFormedTextTest {

  private static final String ODD = "a\ud83c \udf89\ud83c\udf89\ud800";
  private static final String EVEN = "a\uFFFD \uFFFD\ud83c\udf89\uFFFD";

  @ParameterizedTest
  @CsvSource({"'', ''", "plain, plain", "\ud83c\udf89, \ud83c\udf89", "\ud83c, \uFFFD"})
  void replacesHalvesAlone(String text, String whole) {
    assertThat(WellFormedText.of(text)).isEqualTo(whole);
  }

  @Test
  void isWhatModelsAndToolsWrite() {
    var value = new JsonValue("{\"a\":\"%s\"}".formatted(ODD));
    var call = new ToolCall(ODD, ODD, value, Optional.of(value));

    assertThat(
            Stream.of(
                new Block.Text(ODD).text(),
                new Block.Reasoning(ODD).text(),
                new Failure("odd", ODD).message(),
                new ToolOutcome.Succeeded(ODD).content(),
                call.id(),
                call.tool()))
        .containsOnly(EVEN);
    assertThat(value.text()).isEqualTo("{\"a\":\"%s\"}".formatted(EVEN));
  }
}
