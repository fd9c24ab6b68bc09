package dev.reprise.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * The canonical text of a JSON value: members sorted by name, numbers in their shortest form, no
 * spaces. Equal values have equal texts, so that a hash over the text identifies the value.
 */
public final class CanonicalJson {

  /** A whole number of more digits is written with an exponent. */
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

  /** Returns the SHA-256 of the canonical text in UTF-8, in lower-case hexadecimal. */
  public static String sha256(JsonNode value) {
    try {
      byte[] text = write(value).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static String number(BigDecimal number) {
    BigDecimal shortest = number.stripTrailingZeros();
    boolean whole = shortest.scale() <= 0;
    boolean few = (long) shortest.precision() - shortest.scale() <= MAX_PLAIN_DIGITS;
    return whole && few ? shortest.toPlainString() : shortest.toString();
  }
}
