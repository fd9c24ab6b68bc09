package dev.reprise.agent.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.Explanation.Code;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a sentence says, for programs. */
class ExplanationTest {

  @Test
  void hasTextsThatProgramsCanRead() {
    Explanation explanation =
        Code.LIMIT_REACHED
            .with("limit", new BigDecimal("1E+3"))
            .with("until", Instant.parse("2026-01-02T03:04:05.678901Z"))
            .with("names", List.of("a", "b"))
            .with("times", 3);

    assertThat(explanation.code()).isEqualTo("limit-reached");
    assertThat(explanation.parameters())
        .isEqualTo(
            new TreeMap<>(
                Map.of(
                    "limit", "1000",
                    "until", "2026-01-02T03:04:05.678901Z",
                    "names", "a, b",
                    "times", "3")));
  }

  @ParameterizedTest
  @EnumSource
  void isDocumented(Code code) throws IOException {
    assertThat(Files.readString(Path.of("src/docs/api.md"))).contains("| `" + code.text() + "` |");
  }
}
