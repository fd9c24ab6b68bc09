package dev.reprise.client.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/** Reads and writes the JSON of the API, with exact numbers. */
public final class ClientJson {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private ClientJson() {}

  /** Reads a value; empty if the text is not JSON. */
  public static Optional<JsonNode> read(String text) {
    try {
      return Optional.of(MAPPER.readTree(text));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  public static String write(JsonNode value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree can always be written", e);
    }
  }

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** Returns an object of texts, sorted by name. */
  public static ObjectNode object(Map<String, String> texts) {
    ObjectNode object = object();
    new TreeMap<>(texts).forEach(object::put);
    return object;
  }

  /** Returns a text of an object, or empty if there is none. */
  public static Optional<String> text(JsonNode object, String name) {
    return Optional.ofNullable(object.get(name)).map(JsonNode::asText);
  }

  public static <T> List<T> list(JsonNode array, Function<JsonNode, T> reader) {
    return StreamSupport.stream(array.spliterator(), false).map(reader).toList();
  }
}
