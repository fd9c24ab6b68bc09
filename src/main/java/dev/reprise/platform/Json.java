package dev.reprise.platform;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.util.regex.Pattern;

/**
 * Reads and writes all JSON of this product: strict, with exact numbers and ISO times. Tested by
 * {@code JsonNumbersTest}.
 */
public final class Json {

  /**
   * How deep a received value may be nested. The library's own limit is 1,000, which leaves room
   * for the levels around the value when it is recorded and shown.
   */
  public static final int MAX_DEPTH = 900;

  /** How long each string of a received value may be, in characters. */
  public static final int MAX_STRING_LENGTH = 20_000_000;

  /**
   * How many digits a number may have when it is written without an exponent. It bounds the time
   * and memory of whatever compares, divides or prints numbers.
   */
  public static final int MAX_DIGITS = 1_000;

  private static final JsonMapper MAPPER =
      mapper(
          factory(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(MAX_STRING_LENGTH)));

  /** What the library says about its source and its own options. */
  private static final Pattern LIBRARY_WORDS =
      Pattern.compile(
          "\\(?(start marker )?at \\[Source: [^]]*]\\)?"
              + "| \\(not recognized as one since Feature [^)]*\\)"
              + "|: enable `[^`]*` to allow");

  private Json() {}

  /**
   * Returns the factory of a mapper for text from elsewhere that cannot use {@link #mapper}, with
   * the bound of numbers and others.
   */
  public static JsonFactory factory(StreamReadConstraints.Builder bounds) {
    return new BoundedJsonFactory(bounds.maxNumberLength(MAX_DIGITS).build());
  }

  /**
   * Checks the token that a parser has read, for parsers of other notations than JSON.
   *
   * @throws JsonProcessingException if it is a number of more than {@link #MAX_DIGITS} digits; the
   *     message says so, and its location is that of the number
   */
  public static void checkNumber(JsonParser parser) throws IOException {
    BoundedJsonParser.check(parser, parser.currentToken());
  }

  /** Returns whether the text of a number has at most {@link #MAX_DIGITS} digits. */
  public static boolean isBounded(String number) {
    return BoundedJsonParser.plainDigits(number) <= MAX_DIGITS;
  }

  /** Returns a new mapper, to which the caller may add modules. */
  public static ObjectMapper mapper() {
    return MAPPER.copy();
  }

  /**
   * Returns a new mapper for JSON within these bounds that refuses U+0000 and an unpaired surrogate
   * in any text or name, with an {@link IllFormedTextException}. {@link #mapper} reads them,
   * because models do write them.
   */
  public static ObjectMapper wellFormedMapper(StreamReadConstraints.Builder bounds) {
    return mapper(new WellFormedJsonFactory(bounds.maxNumberLength(MAX_DIGITS).build()));
  }

  /**
   * Reads one JSON value.
   *
   * @throws IllegalArgumentException if the text is not exactly one; the message says why
   */
  public static JsonNode read(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + reason(e), e);
    }
  }

  /** Returns why a text is not JSON, without the library's words about itself and its source. */
  public static String reason(JsonProcessingException e) {
    return e instanceof MismatchedInputException // whose message names classes
        ? "there is more after its first value"
        : LIBRARY_WORDS.matcher(e.getOriginalMessage()).replaceAll("").strip();
  }

  /** Returns the compact text of a value. */
  public static String write(JsonNode value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree can always be written", e);
    }
  }

  private static JsonMapper mapper(JsonFactory factory) {
    return JsonMapper.builder(factory)
        .addModule(new JavaTimeModule())
        .addModule(new Jdk8Module())
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS) // a text is no number
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
        .build();
  }
}
