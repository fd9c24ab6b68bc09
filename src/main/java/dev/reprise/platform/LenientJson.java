package dev.reprise.platform;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Locale;

/**
 * Reads JSON of which one part is no reason to refuse the rest: a value that is nested deeper than
 * {@link Json#MAX_DEPTH}, or a number of more than {@link Json#MAX_DIGITS} digits, is replaced by a
 * text that names it and its size.
 */
public final class LenientJson {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** The parser remembers each level that it is in, so levels that are skipped are bounded, too. */
  private static final int MAX_SKIPPED_DEPTH = 100_000;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_SKIPPED_DEPTH)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final JsonParser parser;

  private LenientJson(JsonParser parser) {
    this.parser = parser;
  }

  /**
   * Reads the value that a text begins with.
   *
   * @throws IllegalArgumentException if it is not JSON; the message says why
   */
  public static JsonNode read(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      return new LenientJson(parser).value(1);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + Json.reason(e), e);
    } catch (IOException e) {
      throw new IllegalStateException("a text can always be read", e);
    }
  }

  private JsonNode value(int depth) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw new IllegalArgumentException("not JSON: empty");
    }
    return switch (token) {
      case START_OBJECT -> depth > Json.MAX_DEPTH ? skipped("an object") : object(depth);
      case START_ARRAY -> depth > Json.MAX_DEPTH ? skipped("a list") : list(depth);
      case VALUE_STRING -> NODES.textNode(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(token);
      case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(token == JsonToken.VALUE_TRUE);
      default -> NODES.nullNode();
    };
  }

  private ObjectNode object(int depth) throws IOException {
    ObjectNode members = NODES.objectNode();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      members.set(name, value(depth + 1));
    }
    return members;
  }

  private ArrayNode list(int depth) throws IOException {
    ArrayNode elements = NODES.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(depth + 1));
    }
    return elements;
  }

  private JsonNode skipped(String kind) throws IOException {
    long start = parser.currentTokenLocation().getCharOffset();
    parser.skipChildren();
    long characters = parser.currentLocation().getCharOffset() - start;
    return NODES.textNode(
        String.format(
            Locale.ROOT,
            "[%s of %,d characters, nested deeper than %d levels, was left out]",
            kind,
            characters,
            Json.MAX_DEPTH));
  }

  private JsonNode number(JsonToken token) throws IOException {
    String digits = parser.getText();
    if (!Json.isBounded(digits)) {
      return NODES.textNode(
          String.format(
              Locale.ROOT,
              "[a number of more than %,d digits, written in %,d characters, was left out]",
              Json.MAX_DIGITS,
              digits.length()));
    }
    if (token == JsonToken.VALUE_NUMBER_FLOAT) {
      return NODES.numberNode(parser.getDecimalValue());
    }
    return switch (parser.getNumberType()) {
      case INT -> NODES.numberNode(parser.getIntValue());
      case LONG -> NODES.numberNode(parser.getLongValue());
      default -> NODES.numberNode(parser.getBigIntegerValue());
    };
  }
}
