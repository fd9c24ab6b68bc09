package dev.reprise.platform;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;

/**
 * A parser that refuses a number with more than {@link Json#MAX_DIGITS} digits when it is written
 * without an exponent. The library bounds only the length of its text, and {@code 1e1000000000} is
 * short.
 *
 * <p>The text is judged before it becomes a number, so that nothing after the parser can expand it.
 */
final class BoundedJsonParser extends JsonParserDelegate {

  /** A longer exponent, even one with zeros before it, is out of bounds and is not computed. */
  private static final int MAX_EXPONENT_LENGTH = 9;

  BoundedJsonParser(JsonParser parser) {
    super(parser);
  }

  @Override
  public JsonToken nextToken() throws IOException {
    JsonToken token = super.nextToken();
    check(delegate, token);
    return token;
  }

  @Override
  public JsonToken nextValue() throws IOException {
    JsonToken token = super.nextValue();
    check(delegate, token);
    return token;
  }

  /**
   * Checks the token that a parser has just read.
   *
   * @throws StreamConstraintsException if it is a number that is out of bounds; names its place
   */
  static void check(JsonParser parser, JsonToken token) throws IOException {
    // A whole number has no exponent, and the parser bounds its length.
    if (token == JsonToken.VALUE_NUMBER_FLOAT && plainDigits(parser.getText()) > Json.MAX_DIGITS) {
      throw new StreamConstraintsException(
          "a number must have at most %d digits when it is written without an exponent"
              .formatted(Json.MAX_DIGITS),
          parser.currentTokenLocation());
    }
  }

  /** Returns how many digits a number has when it is written without an exponent, or more. */
  static long plainDigits(String number) {
    int mark = Math.max(number.indexOf('e'), number.indexOf('E'));
    String mantissa = mark < 0 ? number : number.substring(0, mark);
    int point = mantissa.indexOf('.');
    long whole = digits(point < 0 ? mantissa : mantissa.substring(0, point));
    long fraction = point < 0 ? 0 : digits(mantissa.substring(point + 1));
    long exponent = mark < 0 ? 0 : exponent(number.substring(mark + 1));
    long scale = fraction - exponent;
    return scale <= 0 ? whole + exponent : Math.max(whole + fraction, scale + 1);
  }

  private static long digits(String part) {
    return part.chars().filter(it -> it >= '0' && it <= '9').count();
  }

  private static long exponent(String text) {
    return text.length() > MAX_EXPONENT_LENGTH ? Integer.MAX_VALUE : Long.parseLong(text);
  }
}
