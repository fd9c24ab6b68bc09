package dev.reprise.platform;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No number of more than a thousand plain digits gets past a parser. */
class JsonNumbersTest {

  private static final ObjectMapper MAPPER = Json.mapper();

  private record Amount(BigDecimal usd, int count) {}

  @FunctionalInterface
  private interface Reader {
    Object read(String text) throws IOException;
  }

  /** Every way in which a mapper reads: each has its own kind of parser or deserializer. */
  private static final Map<String, Reader> READERS =
      Map.of(
          "text", MAPPER::readTree,
          "reader", text -> MAPPER.readTree(new StringReader(text)),
          "bytes", text -> MAPPER.readTree(text.getBytes(UTF_8)),
          "stream", text -> MAPPER.readTree(in(text)),
          "characters",
              text -> MAPPER.readTree(MAPPER.getFactory().createParser(text.toCharArray())),
          "objects", text -> MAPPER.readValue(text, Object.class),
          "records", text -> MAPPER.readValue(text, new Amounts()),
          "a copy of the mapper", text -> MAPPER.copy().readTree(text));

  private static final class Amounts extends TypeReference<List<BigDecimal>> {}

  @Property
  void everyReaderAcceptsExactlyTheNumbersWithinTheBound(@ForAll("numbers") String number) {
    boolean isBounded = isBounded(number);

    READERS.forEach(
        (name, reader) -> {
          if (isBounded) {
            assertThat(read(reader, "[" + number + "]")).as(name).isEmpty();
          } else {
            assertThat(read(reader, "[" + number + "]")).as(name).contains("digits");
          }
        });
  }

  @Property
  void aNumberThatIsAcceptedKeepsItsValueAndIsAcceptedInEachOfItsForms(
      @ForAll("bounded") String number) {
    JsonNode read = Json.read(number);

    assertThat(read.decimalValue()).isEqualTo(new BigDecimal(number));
    assertThat(Json.read(Json.write(read)).decimalValue()).isEqualTo(read.decimalValue());
    JsonNode canonical = Json.read(CanonicalJson.write(read));
    assertThat(canonical.decimalValue()).isEqualByComparingTo(read.decimalValue());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e1000000000",
        "-1e1000000000",
        "1E+1000",
        "1e-1000000000",
        "0e1000000000",
        "0.0e-99999999999999999999",
        "1e0000000000000000000001",
        "123.456e999"
      })
  void refusesAGreatExponentAndNamesThePlace(String number) {
    assertThatThrownBy(() -> MAPPER.readTree("{\"a\":[1,\n" + number + "]}"))
        .isInstanceOf(JsonProcessingException.class)
        .hasMessageContaining("at most 1000 digits")
        .hasMessageContaining("line: 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.10", "0.00", "1E+400", "1E-400", "9007199254740993", "4.9E-324"})
  void keepsTheTextOfANumberThatIsOnlyPassedThrough(String number) {
    assertThat(Json.write(Json.read(number))).isEqualTo(number);
  }

  @Test
  void readsNoTextAsANumber() {
    assertThatThrownBy(
            () -> MAPPER.readValue("{\"usd\":\"1e1000000000\",\"count\":1}", Amount.class))
        .isInstanceOf(JsonProcessingException.class);
    assertThatThrownBy(() -> MAPPER.readValue("{\"usd\":1,\"count\":\"1\"}", Amount.class))
        .isInstanceOf(JsonProcessingException.class);
  }

  private static InputStream in(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }

  private static String read(Reader reader, String text) {
    try {
      Object unused = reader.read(text);
      return "";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Computed by arithmetic alone, without writing the number out. */
  private static boolean isBounded(String number) {
    var value = new BigDecimal(number);
    long whole = Math.max(1, (long) value.precision() - value.scale());
    return whole + Math.max(0, value.scale()) <= Json.MAX_DIGITS;
  }

  @Provide
  Arbitrary<String> numbers() {
    Arbitrary<Integer> exponents =
        Arbitraries.oneOf(
            Arbitraries.integers().between(-1_010, 1_010),
            Arbitraries.integers().between(-2_000_000, 2_000_000),
            Arbitraries.integers().between(-999_999_999, 999_999_999));
    return Combinators.combine(mantissas(), exponents)
        .as((mantissa, exponent) -> exponent == 0 ? mantissa : mantissa + "e" + exponent);
  }

  @Provide
  Arbitrary<String> bounded() {
    return numbers().filter(JsonNumbersTest::isBounded);
  }

  /** Of a length that the library alone would accept. */
  private static Arbitrary<String> mantissas() {
    Arbitrary<String> digits = Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(450);
    Arbitrary<String> whole =
        digits.map(it -> it.replaceFirst("^0+", "")).map(it -> it.isEmpty() ? "1" : it);
    return Combinators.combine(Arbitraries.of("", "-"), whole, digits.optional())
        .as((sign, left, right) -> sign + left + right.map(it -> "." + it).orElse(""));
  }
}
