package dev.reprise.artifact.program;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Locale;
import java.util.Map;

/**
 * The shape of a value: its members and their types, without what they hold. It tells a model what
 * code is called with, and gives no data away.
 */
final class ValueShape {

  private static final int MAX_MEMBERS = 50;
  private static final int MAX_DEPTH = 6;

  private ValueShape() {}

  /** Returns an example of the same structure with the names of types in place of values. */
  static JsonNode of(JsonNode value) {
    return of(value, 0);
  }

  private static JsonNode of(JsonNode value, int depth) {
    if (depth == MAX_DEPTH || !value.isContainerNode()) {
      return TextNode.valueOf(value.getNodeType().name().toLowerCase(Locale.ROOT));
    }
    if (value.isArray()) {
      ArrayNode shape = JsonNodeFactory.instance.arrayNode();
      value.valueStream().limit(1).forEach(first -> shape.add(of(first, depth + 1)));
      return shape;
    }
    ObjectNode shape = JsonNodeFactory.instance.objectNode();
    value.properties().stream()
        .limit(MAX_MEMBERS)
        .forEach(
            (Map.Entry<String, JsonNode> it) ->
                shape.set(it.getKey(), of(it.getValue(), depth + 1)));
    return shape;
  }
}
