package dev.reprise.platform.schema;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.Json;
import dev.reprise.platform.document.DocumentParser;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A bound in a schema is a bound: keywords compare and divide numbers exactly. */
class ExactNumbersTest {

  /** What fits, by arithmetic on integers alone: value, operand. */
  private static final Map<String, BiPredicate<BigDecimal, BigDecimal>> ORACLE =
      Map.of(
          "minimum", (value, bound) -> difference(value, bound).signum() >= 0,
          "maximum", (value, bound) -> difference(value, bound).signum() <= 0,
          "exclusiveMinimum", (value, bound) -> difference(value, bound).signum() > 0,
          "exclusiveMaximum", (value, bound) -> difference(value, bound).signum() < 0,
          "const", (value, other) -> difference(value, other).signum() == 0,
          "enum", (value, other) -> difference(value, other).signum() == 0,
          "multipleOf", ExactNumbersTest::isMultiple);

  /** The doors through which a number comes: each has another parser. */
  private static final Map<String, Function<String, JsonNode>> DOORS =
      Map.of(
          "JSON",
          Json::read,
          "an agent's document in JSON",
          text -> DocumentParser.OF_AGENTS.parse("{\"n\":%s}".formatted(text)).path("n"),
          "an agent's document in YAML",
          text -> DocumentParser.OF_AGENTS.parse("n: %s".formatted(text)).path("n"),
          "a file of an operator",
          text -> DocumentParser.OF_OPERATORS.parse("- %s".formatted(text)).path(0));

  @Property
  void everyKeywordAgreesWithExactArithmetic(
      @ForAll("keywords") String keyword,
      @ForAll("numbers") String value,
      @ForAll("numbers") String operand,
      @ForAll("distances") Optional<String> distance) {
    var exactOperand = new BigDecimal(operand);
    if (keyword.equals("multipleOf")) {
      exactOperand = exactOperand.signum() == 0 ? BigDecimal.ONE : exactOperand.abs();
    }
    BigDecimal exact =
        distance
            .map(it -> new BigDecimal(operand).add(new BigDecimal(it)))
            .orElseGet(() -> new BigDecimal(value));
    assertThat(fits("{\"%s\":%s}".formatted(keyword, listed(keyword, exactOperand)), exact + ""))
        .as("%s %s of %s", keyword, exactOperand, exact)
        .isEqualTo(requireNonNull(ORACLE.get(keyword)).test(exact, exactOperand));
  }

  @Property
  void anIntegerIsANumberWithoutAFraction(@ForAll("numbers") String number) {
    assertThat(fits("{\"type\":\"integer\"}", number))
        .isEqualTo(isMultiple(new BigDecimal(number), BigDecimal.ONE));
  }

  @Property
  void aBoundHoldsThroughEveryDoor(@ForAll("doors") String door, @ForAll("numbers") String number) {
    JsonSchema schema = schema("{\"type\":\"integer\",\"minimum\":0,\"maximum\":1000}");
    var exact = new BigDecimal(number);
    boolean fits =
        exact.signum() >= 0
            && difference(exact, BigDecimal.valueOf(1000)).signum() <= 0
            && isMultiple(exact, BigDecimal.ONE);

    assertThat(schema.violations(requireNonNull(DOORS.get(door)).apply(number)).isEmpty())
        .isEqualTo(fits);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"const\":{\"a\":[0.1]}}|{\"a\":[0.10]}|true",
        "{\"enum\":[{\"a\":1}]}|{\"a\":1.0}|true",
        "{\"uniqueItems\":true}|[1,1.0]|false",
        "{\"uniqueItems\":true}|[{\"a\":1},{\"a\":1e0}]|false",
        "{\"uniqueItems\":true}|[1,\"1\",[1]]|true",
        "{\"uniqueItems\":false}|[1,1]|true",
        "{\"minItems\":4294967296}|[1]|false",
        "{\"maxItems\":4294967296}|[1]|true",
        "{\"minLength\":4294967296}|\"x\"|false",
        "{\"maxProperties\":1e300}|{\"a\":1}|true",
        "{\"maximum\":3}|\"4\"|true",
        "{\"multipleOf\":5}|1e500|true",
        "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"type\":\"integer\","
            + "\"maximum\":1000}|18446744073709551617.0|false"
      })
  void comparesWhatIsWithinValuesAndCountsBeyond32Bits(String schema, String value, boolean fits) {
    assertThat(fits(schema, value)).isEqualTo(fits);
  }

  private static String listed(String keyword, BigDecimal operand) {
    return keyword.equals("enum") ? "[true,%s]".formatted(operand) : operand.toString();
  }

  private static boolean fits(String schema, String value) {
    return schema(schema).violations(Json.read(value)).isEmpty();
  }

  private static JsonSchema schema(String text) {
    return JsonSchema.of(Json.read(text), "value");
  }

  private static BigInteger difference(BigDecimal one, BigDecimal other) {
    int scale = Math.max(one.scale(), other.scale());
    return integer(one, scale).subtract(integer(other, scale));
  }

  private static boolean isMultiple(BigDecimal value, BigDecimal divisor) {
    int scale = Math.max(value.scale(), divisor.scale());
    return integer(value, scale).mod(integer(divisor, scale)).signum() == 0;
  }

  private static BigInteger integer(BigDecimal number, int scale) {
    return number.unscaledValue().multiply(BigInteger.TEN.pow(scale - number.scale()));
  }

  @Provide
  Arbitrary<String> keywords() {
    return Arbitraries.of(ORACLE.keySet());
  }

  @Provide
  Arbitrary<String> doors() {
    return Arbitraries.of(DOORS.keySet());
  }

  /** How far a value is from the operand; empty for any other value. */
  @Provide
  Arbitrary<Optional<String>> distances() {
    return Arbitraries.of("", "0", "0.00", "1", "-1", "1e-40", "18446744073709551616")
        .map(it -> Optional.of(it).filter(some -> !some.isEmpty()));
  }

  @Provide
  Arbitrary<String> numbers() {
    Arbitrary<String> digits =
        Arbitraries.oneOf(
            Arbitraries.of("0", "5", "1000", "18446744073709551616", "9007199254740993"),
            Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(25));
    return Combinators.combine(
            Arbitraries.of("", "-"),
            digits.map(it -> it.replaceFirst("^0+(?=.)", "")),
            Arbitraries.of(".0", ".5", ".10", ".333", ""),
            Arbitraries.integers().between(-300, 300))
        // without a point, YAML reads a number with an exponent as a text
        .as(
            (sign, whole, fraction, exponent) ->
                exponent % 3 != 0 || fraction.isEmpty()
                    ? sign + whole + fraction
                    : "%s%s%se%+d".formatted(sign, whole, fraction, exponent));
  }
}
