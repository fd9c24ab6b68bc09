package dev.reprise.sandbox;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.platform.Json;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Writes JSON for an engine, where a number has 53 bits. A larger integer becomes a {@code BigInt}.
 * A fraction with more digits than a number can hold is refused rather than rounded.
 */
final class JavaScriptJson {

  /** Tells the guest that the text holds integers that a number would round. */
  private static final String EXACT = "!";

  private static final BigInteger MAX_EXACT = BigInteger.TWO.pow(53).subtract(BigInteger.ONE);

  /** An unpaired surrogate could not be written otherwise. */
  private static final ObjectMapper MAPPER =
      Json.mapper().copy().configure(JsonWriteFeature.ESCAPE_NON_ASCII.mappedFeature(), true);

  private JavaScriptJson() {}

  /**
   * Returns the text from which the guest reads a value.
   *
   * @throws UnrepresentableNumberException if the value holds a fraction that a number cannot hold
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
        has |= hasBigInteger(child); // visits all, because each may be refused
      }
      return has;
    }
    if (node.isIntegralNumber()) {
      return node.bigIntegerValue().abs().compareTo(MAX_EXACT) > 0;
    }
    if (node.isNumber() && !isKept(node)) {
      throw new UnrepresentableNumberException(node.asText());
    }
    return false;
  }

  /** JavaScript writes a double as its shortest text, so only that text survives. */
  private static boolean isKept(JsonNode number) {
    double nearest = number.doubleValue();
    return Double.isFinite(nearest)
        && new BigDecimal(Double.toString(nearest)).compareTo(number.decimalValue()) == 0;
  }
}
