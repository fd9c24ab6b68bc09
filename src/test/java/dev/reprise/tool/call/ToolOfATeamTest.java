package dev.reprise.tool.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.calendar.Weekday;
import com.example.calendar.WorkingDays;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.Json;
import dev.reprise.tool.TestCalls;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.method.Container;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tools that the README and the tutorial show are these, and they work. */
class ToolOfATeamTest {

  private static final Path SOURCES = Path.of("src/test/java/com/example/calendar");

  private Path root;

  @BeforeEach
  void open(@TempDir Path root) {
    this.root = root;
  }

  @ParameterizedTest
  @CsvSource({"README.md, Weekday.java", "src/docs/tutorial.md, WorkingDays.java"})
  void isShownAsTheWholeFile(Path document, String file) throws Exception {
    String source = Files.readString(SOURCES.resolve(file));

    assertThat(Files.readString(document)).contains("```java\n" + source + "```\n");
  }

  @Test
  void hasTheSchemaThatItsSignatureSays() {
    try (var container = Container.with(WorkingDays.class)) {
      var catalogue = container.select(ToolCatalogue.class).get();
      var declaration = catalogue.declaration("working_days").orElseThrow();

      assertThat(Json.read(declaration.arguments().text()))
          .isEqualTo(
              Json.read(
                  """
                  {
                    "type": "object",
                    "properties": {
                      "first": {"type": "string", "format": "date"},
                      "last": {"type": "string", "format": "date", "description": "counts too"},
                      "holidays": {
                        "type": ["array", "null"],
                        "items": {"type": "string", "format": "date"},
                        "maxItems": 100,
                        "description": "days off beside the weekends"
                      }
                    },
                    "required": ["first", "last"],
                    "additionalProperties": false
                  }
                  """));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"first\": \"2026-01-01\", \"last\": \"2026-01-11\"} | {\"workingDays\":7,\"daysOff\":4}",
        "{\"first\": \"2026-01-01\", \"last\": \"2026-01-11\", \"holidays\": [\"2026-01-01\"]}"
            + "| {\"workingDays\":6,\"daysOff\":5}",
      })
  void answers(String arguments, String content) throws Exception {
    assertThat(call(arguments)).isEqualTo(new ToolOutcome.Succeeded(content));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"first\": \"2026-01-01\"} | invalid_arguments | working_days was not run: arguments: required",
        "{\"first\": \"2026-01-01\", \"last\": 3} | invalid_arguments | working_days was not run: /last: ",
        "{\"first\": \"2026-01-01\", \"last\": \"2026-01-02\", \"zone\": \"CET\"}"
            + "| invalid_arguments | working_days was not run: arguments: property 'zone'",
        "{\"first\": \"2026-01-02\", \"last\": \"2026-01-01\"} | invalid_arguments"
            + "| working_days was not run: last is before first",
        "{\"first\": \"2026-01-01\", \"last\": \"2036-01-02\"} | too_long"
            + "| from first to last are at most ten years",
      })
  void refuses(String arguments, String code, String message) throws Exception {
    assertThat(call(arguments))
        .isInstanceOfSatisfying(
            ToolOutcome.Failed.class,
            failed -> {
              assertThat(failed.failure().code()).isEqualTo(code);
              assertThat(failed.failure().message()).startsWith(message);
            });
  }

  @Test
  void answersWithATextAsItIs() throws Exception {
    assertThat(call(Weekday.class, "weekday", "{\"date\": \"2026-11-24\"}"))
        .isEqualTo(new ToolOutcome.Succeeded("TUESDAY"));
  }

  private ToolOutcome call(String arguments) throws Exception {
    return call(WorkingDays.class, "working_days", arguments);
  }

  private ToolOutcome call(Class<?> bean, String tool, String arguments) throws Exception {
    try (var container = Container.with(bean)) {
      var caller = ToolFixture.caller(container.select(ToolCatalogue.class).get());
      var call = new ToolCall("c1", tool, new JsonValue(arguments));
      return caller
          .call(ToolUse.CLEARED_CALL, call, TestCalls.context("run/phase/1/c1", root, tool))
          .outcome();
    }
  }
}
