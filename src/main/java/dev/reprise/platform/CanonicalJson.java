package dev.reprise.platform;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

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
    var text = new StringBuilder();
    write(value, text);
    return text.toString();
  }

  private static void write(JsonNode value, StringBuilder text) {
    switch (value.getNodeType()) {
      case OBJECT -> {
        List<Map.Entry<String, JsonNode>> members = new ArrayList<>(value.properties());
        members.sort(Map.Entry.comparingByKey());
        text.append('{');
        for (int i = 0; i < members.size(); i++) {
          text.append(i == 0 ? "" : ",");
          quote(members.get(i).getKey(), text);
          text.append(':');
          write(members.get(i).getValue(), text);
        }
        text.append('}');
      }
      case ARRAY -> {
        text.append('[');
        for (int i = 0; i < value.size(); i++) {
          text.append(i == 0 ? "" : ",");
          write(value.get(i), text);
        }
        text.append(']');
      }
      case STRING -> quote(value.textValue(), text);
      case NUMBER -> text.append(number(value.decimalValue()));
      default -> text.append(Json.write(value));
    }
  }

  private static void quote(String value, StringBuilder text) {
    text.append('"');
    JsonStringEncoder.getInstance().quoteAsString(value, text);
    text.append('"');
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
