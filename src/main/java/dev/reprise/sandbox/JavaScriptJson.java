package dev.reprise.sandbox;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.platform.Json;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * JSON on its way into an engine. There a number has 53 bits: an integer with more becomes a {@code
 * BigInt}, and a fraction with more digits than a number keeps is refused rather than rounded.
 */
final class JavaScriptJson {

  /** Tells the guest that there are integers which a number would round. */
  private static final String EXACT = "!";

  private static final BigInteger MOST_EXACT = BigInteger.TWO.pow(53).subtract(BigInteger.ONE);

  /** Half of a surrogate pair could not be written otherwise. */
  private static final ObjectMapper MAPPER =
      Json.mapper().copy().configure(JsonWriteFeature.ESCAPE_NON_ASCII.mappedFeature(), true);

  private JavaScriptJson() {}

  /**
   * Returns the text in which the guest reads a value.
   *
   * @throws UnrepresentableNumberException if it holds a fraction that a number does not keep
   */
  static String write(JsonNode value) {
    try {
      String text = MAPPER.writeValueAsString(value);
      return hasBigInteger(value) ? EXACT + text : text;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree can always be written", e);
    }
  }

  private static boolean hasBigInteger(JsonNode node) {
    if (node.isContainerNode()) {
      boolean has = false;
      for (JsonNode child : node) {
        has |= hasBigInteger(child); // all are looked at, because each may be refused
      }
      return has;
    }
    if (node.isIntegralNumber()) {
      return node.bigIntegerValue().abs().compareTo(MOST_EXACT) > 0;
    }
    if (node.isNumber() && !isKept(node)) {
      throw new UnrepresentableNumberException(node.asText());
    }
    return false;
  }

  /** The shortest text of a double is what comes back out of JavaScript. */
  private static boolean isKept(JsonNode number) {
    double nearest = number.doubleValue();
    return Double.isFinite(nearest)
        && new BigDecimal(Double.toString(nearest)).compareTo(number.decimalValue()) == 0;
  }
}
