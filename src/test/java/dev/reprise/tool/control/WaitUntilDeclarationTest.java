package dev.reprise.tool.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.tool.ToolException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitUntilDeclarationTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "{\"until\": \"2026-01-01T08:00:00Z\"}, 2026-01-01T08:00:00Z",
        "{\"until\": \"2026-01-01T08:00:00.5+01:00\"}, 2026-01-01T07:00:00.500Z",
        "{\"until\": \"1969-07-20T20:17:40Z\"}, 1969-07-20T20:17:40Z",
        "{\"until\": \"2027-01-02T00:00:00Z\"}, 2027-01-02T00:00:00Z",
        "{\"for\": \"PT90S\"}, 2026-01-01T00:01:30Z",
        "{\"for\": \"P1DT12H\"}, 2026-01-02T12:00:00Z",
        "{\"for\": \"PT0S\"}, 2026-01-01T00:00:00Z",
        "{\"for\": \"P366D\"}, 2027-01-02T00:00:00Z",
      })
  void knowsTheTime(String arguments, Instant until) throws ToolException {
    assertThat(WaitUntilDeclaration.time(new JsonValue(arguments), NOW)).isEqualTo(until);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                                                  | neither is given",
        "{\"until\": \"2026-01-02T00:00:00Z\", \"for\": \"PT1S\"} | both are given",
        "{\"until\": \"tomorrow\"}                           | 'tomorrow' is no instant",
        "{\"until\": \"2026-01-02\"}                         | '2026-01-02' is no instant",
        "{\"for\": \"a while\"}                              | 'a while' is no duration",
        "{\"for\": \"P1M\"}                                  | 'P1M' is no duration",
        "{\"for\": \"PT-1S\"}                                | 'PT-1S' is less than nothing",
        "{\"for\": \"P366DT1S\"}                             | 'P366DT1S' is less than nothing or too",
        "{\"for\": \"PT9223372036854775807S\"}               | or too long",
        "{\"until\": \"2027-01-02T00:00:01Z\"}               | 2027-01-02T00:00:01Z is too far",
        "{\"until\": \"+1000000000-12-31T23:59:59Z\"}        | is too far ahead",
      })
  void saysWhatIsWrongAndWhatIsAllowed(String arguments, String problem) {
    assertThatThrownBy(() -> WaitUntilDeclaration.time(new JsonValue(arguments), NOW))
        .isInstanceOfSatisfying(
            ToolException.class,
            e -> {
              assertThat(e.failure().code()).isEqualTo("invalid_arguments");
              assertThat(e.failure().message())
                  .contains(problem)
                  .contains("2026-03-01T08:00:00Z", "P1DT12H", "366 days");
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"until\": 5}          | /until: integer found, string expected",
        "{\"at\": \"noon\"}      | property 'at' is not defined",
        "[]                      | array found, object expected",
      })
  void checksItsArgumentsAsAnyToolDoes(String arguments, String problem) {
    assertThatThrownBy(() -> WaitUntilDeclaration.time(new JsonValue(arguments), NOW))
        .isInstanceOf(ToolException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void givesTheTime() {
    assertThat(WaitUntilDeclaration.over(NOW)).isEqualTo("{\"now\":\"2026-01-01T00:00:00Z\"}");
  }
}
