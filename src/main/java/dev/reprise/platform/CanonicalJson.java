package dev.reprise.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * The one text of a JSON value: members sorted by name, numbers in their shortest form, no spaces.
 * Equal values have equal texts, so that a hash over the text identifies the value.
 */
public final class CanonicalJson {

  /** The most digits that a number shows before it needs an exponent. */
  private static final int MAX_PLAIN_DIGITS = 20;

  private CanonicalJson() {}

  /** Returns the canonical text of a value. */
  public static String write(JsonNode value) {
    if (value.isObject()) {
      return value.properties().stream()
          .sorted(Map.Entry.comparingByKey())
          .map(
              member ->
                  Json.write(TextNode.valueOf(member.getKey())) + ":" + write(member.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (value.isArray()) {
      return StreamSupport.stream(value.spliterator(), false)
          .map(CanonicalJson::write)
          .collect(Collectors.joining(",", "[", "]"));
    }
    return value.isNumber() ? number(value.decimalValue()) : Json.write(value);
  }

  private static String number(BigDecimal number) {
    BigDecimal shortest = number.stripTrailingZeros();
    boolean whole = shortest.scale() <= 0;
    boolean few = (long) shortest.precision() - shortest.scale() <= MAX_PLAIN_DIGITS;
    return whole && few ? shortest.toPlainString() : shortest.toString();
  }
}
