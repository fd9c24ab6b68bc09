package dev.reprise.tool.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.reprise.platform.Json;
import dev.reprise.tool.ToolException;
import jakarta.validation.Valid;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import jakarta.validation.constraints.Future;
import jakarta.validation.constraints.NotBlank;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How arguments that fit the schema become a record, and which of them it does not take. */
class ToolArgumentsTest {

  private static final ValidatorFactory VALIDATORS = Validation.buildDefaultValidatorFactory();
  private static Validator validator;

  @BeforeAll
  static void make() {
    validator = VALIDATORS.getValidator();
  }

  @AfterAll
  static void close() {
    VALIDATORS.close();
  }

  enum Unit {
    METRIC
  }

  record Point(double x, double y) {}

  record All(
      String text,
      int whole,
      BigDecimal exact,
      Unit unit,
      Instant at,
      OffsetDateTime there,
      LocalDate on,
      Duration lasting,
      UUID id,
      URI address,
      Point point,
      Set<Unit> units,
      Map<String, List<Point>> points) {}

  @Test
  void readsAllKindsOfComponents() throws Exception {
    assertThat(
            read(
                All.class,
                """
                {"text": "a", "whole": 3, "exact": 0.10, "unit": "METRIC", "at": "2026-01-02T03:04:05Z",
                 "there": "2026-01-02T03:04:05+00:00", "on": "2026-01-02", "lasting": "PT1M",
                 "id": "00000000-0000-0001-0000-000000000002", "address": "https://example.com/a",
                 "point": {"x": 1, "y": 2.5}, "units": ["METRIC"], "points": {"a": [{"x": 0, "y": -1}]}}
                """))
        .isEqualTo(
            new All(
                "a",
                3,
                new BigDecimal("0.10"),
                Unit.METRIC,
                Instant.parse("2026-01-02T03:04:05Z"),
                OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 0, ZoneOffset.UTC),
                LocalDate.of(2026, 1, 2),
                Duration.ofMinutes(1),
                new UUID(1, 2),
                URI.create("https://example.com/a"),
                new Point(1, 2.5),
                Set.of(Unit.METRIC),
                Map.of("a", List.of(new Point(0, -1)))));
  }

  record Maybe(Optional<Integer> number, @Nullable String text, Optional<Point> point) {}

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {"{}", "{\"number\": null, \"text\": null, \"point\": null}"})
  void takesANullForAnAbsentValue(String arguments) throws Exception {
    assertThat(read(Maybe.class, arguments))
        .isEqualTo(new Maybe(Optional.empty(), null, Optional.empty()));
  }

  record Defaults(
      @JsonProperty(value = "at_most", defaultValue = "5") int most,
      @JsonProperty(defaultValue = "METRIC") Unit unit,
      @JsonProperty(defaultValue = "[]") List<String> tags) {}

  @Test
  void takesTheDefaultForAnAbsentValue() throws Exception {
    assertThat(read(Defaults.class, "{}")).isEqualTo(new Defaults(5, Unit.METRIC, List.of()));
    assertThat(read(Defaults.class, "{\"at_most\": 7, \"tags\": [\"a\"]}"))
        .isEqualTo(new Defaults(7, Unit.METRIC, List.of("a")));
  }

  record Wrong(@JsonProperty(defaultValue = "many") int most) {}

  record Around(Wrong inside) {}

  @Test
  void refusesADefaultThatIsWrongOrInside() {
    assertThatThrownBy(() -> ArgumentRecord.of(Wrong.class, validator))
        .hasMessage("most of its arguments has the default 'many', which is no int");
    assertThatThrownBy(() -> ArgumentRecord.of(Around.class, validator))
        .hasMessageStartingWith("inside.most of its arguments has a default; only a component");
  }

  record AnyOrNone(@Nullable JsonNode it) {}

  @Test
  void tellsANullFromAnAbsentValueOfAnyJson() throws Exception {
    assertThat(read(AnyOrNone.class, "{}")).isEqualTo(new AnyOrNone(null));
    assertThat(read(AnyOrNone.class, "{\"it\": null}")).isEqualTo(new AnyOrNone(NullNode.instance));
  }

  record Order(LocalDate first, LocalDate last) {
    Order {
      if (last.isBefore(first)) {
        throw new IllegalArgumentException("last is before first");
      }
    }
  }

  record Line(@NotBlank String text) {}

  record Letter(@Valid List<Line> lines) {}

  record Due(@Future LocalDate on) {}

  record Small(int number) {}

  record Half(int number) {
    Half {
      throw new IllegalStateException("told before");
    }
  }

  @Test
  void saysWhatASchemaCannotSay() {
    assertThat(refusal(Order.class, "{'first': '2026-02-30', 'last': '2026-03-01'}"))
        .isEqualTo("/first: '2026-02-30' is no possible value");
    assertThat(refusal(Order.class, "{'first': '2026-03-02', 'last': '2026-03-01'}"))
        .isEqualTo("last is before first");
    assertThat(refusal(Letter.class, "{'lines': [{'text': 'a'}, {'text': ' '}]}"))
        .isEqualTo("lines[1].text: must not be blank");
    assertThat(refusal(Due.class, "{'on': '1969-07-20'}")).isEqualTo("on: must be a future date");
    assertThat(refusal(Half.class, "{'number': 3}")).isEqualTo("told before");
    assertThat(refusal(Small.class, "{'number': 3000000000}"))
        .startsWith("/number: ")
        .contains("out of range of int");
  }

  private static Record read(Class<? extends Record> type, String arguments) throws ToolException {
    return ArgumentRecord.of(type, validator).read("letter", Json.read(arguments));
  }

  /** Returns why the arguments are refused, without the text that precedes each reason. */
  private static String refusal(Class<? extends Record> type, String arguments) {
    ToolException refused =
        catchThrowableOfType(ToolException.class, () -> read(type, arguments.replace('\'', '"')));
    String before = "letter was not run: ";
    assertThat(refused.failure().code()).isEqualTo("invalid_arguments");
    assertThat(refused.failure().message()).startsWith(before);
    return refused.failure().message().substring(before.length());
  }
}
