package dev.reprise.tool.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import dev.reprise.platform.Json;
import dev.reprise.tool.TextConstraint;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Negative;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.NonNull;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each component of a record and what it becomes in the schema. */
class RecordSchemaTest {

  enum Unit {
    METRIC,
    @JsonProperty("us")
    AMERICAN
  }

  record Point(double x, double y) {}

  record Text(String it) {}

  record Flag(boolean it) {}

  record Whole(int it) {}

  record Long_(long it) {}

  record Boxed(Integer it) {}

  record Big(BigInteger it) {}

  record Real(double it) {}

  record Exact(BigDecimal it) {}

  record Choice(Unit it) {}

  record Moment(Instant it) {}

  record Offset(OffsetDateTime it) {}

  record Day(LocalDate it) {}

  record Span(Duration it) {}

  record Id(UUID it) {}

  record Address(URI it) {}

  record Nested(Point it) {}

  record Several(List<String> it) {}

  record SomeChoices(Set<Unit> it) {}

  record Places(List<Point> it) {}

  record Named(Map<String, Point> it) {}

  record Lists(Map<String, List<Integer>> it) {}

  record Bounded(@Min(1) @Max(14) int it) {}

  record Decimal(@DecimalMin("0.5") @DecimalMax(value = "2", inclusive = false) BigDecimal it) {}

  record AboveZero(@Positive int it) {}

  record FromZero(@PositiveOrZero long it) {}

  record BelowZero(@Negative double it) {}

  record Sized(@Size(min = 2, max = 9) String it) {}

  record Filled(@NotBlank String it) {}

  record Matched(@Pattern(regexp = "a|b") String it) {}

  record SizedList(@Size(max = 3) List<@Size(max = 5) String> it) {}

  record Bounds(@TextConstraint(minLength = 2, maxLength = 9, pattern = "^a") String it) {}

  record Ordered(SequencedSet<@TextConstraint(pattern = "^a$") String> it) {}

  record Any(JsonNode it) {}

  record Scalars(List<ValueNode> it) {}

  record AtLeastOne(@NotEmpty Set<Integer> it) {}

  record Described(@JsonPropertyDescription("how many") int it) {}

  static Stream<Arguments> components() {
    return Stream.of(
        arguments(Text.class, "{'type': 'string'}"),
        arguments(Flag.class, "{'type': 'boolean'}"),
        arguments(Whole.class, "{'type': 'integer'}"),
        arguments(Long_.class, "{'type': 'integer'}"),
        arguments(Boxed.class, "{'type': 'integer'}"),
        arguments(Big.class, "{'type': 'integer'}"),
        arguments(Real.class, "{'type': 'number'}"),
        arguments(Exact.class, "{'type': 'number'}"),
        arguments(Choice.class, "{'type': 'string', 'enum': ['METRIC', 'us']}"),
        arguments(Moment.class, "{'type': 'string', 'format': 'date-time'}"),
        arguments(Offset.class, "{'type': 'string', 'format': 'date-time'}"),
        arguments(Day.class, "{'type': 'string', 'format': 'date'}"),
        arguments(Span.class, "{'type': 'string', 'format': 'duration'}"),
        arguments(Id.class, "{'type': 'string', 'format': 'uuid'}"),
        arguments(Address.class, "{'type': 'string', 'format': 'uri'}"),
        arguments(Nested.class, POINT),
        arguments(Several.class, "{'type': 'array', 'items': {'type': 'string'}}"),
        arguments(
            SomeChoices.class,
            "{'type': 'array', 'items': {'type': 'string', 'enum': ['METRIC', 'us']}}"),
        arguments(Places.class, "{'type': 'array', 'items': %s}".formatted(POINT)),
        arguments(Named.class, "{'type': 'object', 'additionalProperties': %s}".formatted(POINT)),
        arguments(
            Lists.class,
            "{'type': 'object', 'additionalProperties': {'type': 'array', 'items': {'type': 'integer'}}}"),
        arguments(Bounded.class, "{'type': 'integer', 'minimum': 1, 'maximum': 14}"),
        arguments(Decimal.class, "{'type': 'number', 'minimum': 0.5, 'exclusiveMaximum': 2}"),
        arguments(AboveZero.class, "{'type': 'integer', 'exclusiveMinimum': 0}"),
        arguments(FromZero.class, "{'type': 'integer', 'minimum': 0}"),
        arguments(BelowZero.class, "{'type': 'number', 'exclusiveMaximum': 0}"),
        arguments(Sized.class, "{'type': 'string', 'minLength': 2, 'maxLength': 9}"),
        arguments(Filled.class, "{'type': 'string', 'minLength': 1}"),
        arguments(Matched.class, "{'type': 'string', 'pattern': '^(?:a|b)$'}"),
        arguments(
            SizedList.class,
            "{'type': 'array', 'maxItems': 3, 'items': {'type': 'string', 'maxLength': 5}}"),
        arguments(
            Bounds.class, "{'type': 'string', 'minLength': 2, 'maxLength': 9, 'pattern': '^a'}"),
        arguments(
            Ordered.class,
            "{'type': 'array', 'uniqueItems': true, 'items': {'type': 'string', 'pattern': '^a$'}}"),
        arguments(Any.class, "{}"),
        arguments(
            Scalars.class,
            "{'type': 'array', 'items': {'type': ['string', 'number', 'boolean', 'null']}}"),
        arguments(
            AtLeastOne.class, "{'type': 'array', 'minItems': 1, 'items': {'type': 'integer'}}"),
        arguments(Described.class, "{'type': 'integer', 'description': 'how many'}"));
  }

  private static final String POINT =
      "{'type': 'object', 'properties': {'x': {'type': 'number'}, 'y': {'type': 'number'}},"
          + " 'required': ['x', 'y'], 'additionalProperties': false}";

  @ParameterizedTest
  @MethodSource("components")
  void saysWhatAComponentTakes(Class<? extends Record> type, String schema) {
    assertSchema(
        type,
        "{'type': 'object', 'properties': {'it': %s}, 'required': ['it'], 'additionalProperties': false}"
            .formatted(schema));
  }

  record MaybeNumber(Optional<@Min(1) Integer> it) {}

  record MaybeText(@Nullable @Size(max = 4) String it) {}

  record MaybeChoice(Optional<Unit> it) {}

  record MaybePoint(Optional<Point> it) {}

  record NeverNull(Optional<@NonNull @Min(1) Integer> it) {}

  record BoundedIfThere(Optional<@NonNull @TextConstraint(maxLength = 3) String> it) {}

  record AnyOrNone(@Nullable JsonNode it) {}

  record Defaulted(@JsonProperty(defaultValue = "5") @Min(1) int it) {}

  record MaybeList(Optional<List<String>> it) {}

  static Stream<Arguments> optionalComponents() {
    return Stream.of(
        arguments(MaybeNumber.class, "{'type': ['integer', 'null'], 'minimum': 1}"),
        arguments(MaybeText.class, "{'type': ['string', 'null'], 'maxLength': 4}"),
        arguments(
            MaybeChoice.class,
            "{'anyOf': [{'type': 'null'}, {'type': 'string', 'enum': ['METRIC', 'us']}]}"),
        arguments(NeverNull.class, "{'type': 'integer', 'minimum': 1}"),
        arguments(BoundedIfThere.class, "{'type': 'string', 'maxLength': 3}"),
        arguments(AnyOrNone.class, "{}"),
        arguments(Defaulted.class, "{'type': 'integer', 'minimum': 1}"),
        arguments(MaybePoint.class, POINT.replace("'object'", "['object', 'null']")),
        arguments(MaybeList.class, "{'type': ['array', 'null'], 'items': {'type': 'string'}}"));
  }

  @ParameterizedTest
  @MethodSource("optionalComponents")
  void letsBeAbsentWhatMayBe(Class<? extends Record> type, String schema) {
    assertSchema(
        type,
        "{'type': 'object', 'properties': {'it': %s}, 'additionalProperties': false}"
            .formatted(schema));
  }

  record InOrder(@JsonProperty("z_first") String first, Optional<Integer> a, boolean m, String b) {}

  @Test
  void keepsNamesAndOrder() {
    assertThat(RecordSchema.of(InOrder.class).text())
        .isEqualTo(
            """
            {"type":"object","properties":{"z_first":{"type":"string"},"a":{"type":["integer","null"]},\
            "m":{"type":"boolean"},"b":{"type":"string"}},"required":["z_first","m","b"],\
            "additionalProperties":false}""");
  }

  private static void assertSchema(Class<? extends Record> type, String expected) {
    assertThat(Json.read(RecordSchema.of(type).text()))
        .isEqualTo(Json.read(expected.replace('\'', '"')));
  }
}
