package dev.reprise.platform.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Schemas and values that are made to take much time, memory or stack. */
final class HostileSchemas {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private HostileSchemas() {}

  /** Definitions that refer to each other in all ways, at the same value and within it. */
  static Arbitrary<JsonNode> schemas() {
    Arbitrary<JsonNode> parts = Arbitraries.oneOf(references(), leaves());
    Arbitrary<JsonNode> bodies = combined(Arbitraries.oneOf(parts, combined(parts)));
    return Combinators.combine(bodies, bodies, bodies, bodies)
        .as(
            (root, a, b, c) -> {
              ObjectNode schema = root.deepCopy();
              ObjectNode definitions = schema.putObject("$defs");
              definitions.set("a", a);
              definitions.set("b", b);
              definitions.set("c", ((ObjectNode) c.deepCopy()).put("$anchor", "c"));
              return schema;
            });
  }

  private static Arbitrary<JsonNode> references() {
    return Arbitraries.of("#", "#/$defs/a", "#/$defs/b", "#/$defs/c", "#c", "#/$defs/a/items")
        .map(it -> NODES.objectNode().put("$ref", it));
  }

  private static Arbitrary<JsonNode> leaves() {
    return Arbitraries.of(
            "{}",
            "false",
            "{\"type\":\"integer\"}",
            "{\"multipleOf\":1e-300}",
            "{\"const\":[1]}",
            "{\"enum\":[1,\"a\",[[]]]}",
            "{\"pattern\":\"(a|b)*c{1,500}\"}",
            "{\"unevaluatedProperties\":false}",
            "{\"unevaluatedItems\":{\"type\":\"string\"}}",
            "{\"uniqueItems\":true,\"maxItems\":1e300}")
        .map(Json::read);
  }

  private static Arbitrary<JsonNode> combined(Arbitrary<JsonNode> parts) {
    Arbitrary<ObjectNode> lists =
        Combinators.combine(
                Arbitraries.of("allOf", "anyOf", "oneOf", "prefixItems"),
                parts.list().ofMinSize(1).ofMaxSize(4))
            .as(HostileSchemas::list);
    Arbitrary<ObjectNode> singles =
        Combinators.combine(
                Arbitraries.of("not", "if", "items", "contains", "additionalProperties"), parts)
            .as((keyword, part) -> NODES.objectNode().set(keyword, part));
    Arbitrary<ObjectNode> named =
        Combinators.combine(
                Arbitraries.of("properties", "patternProperties", "dependentSchemas"),
                Arbitraries.of("a", "b", "ab"),
                parts)
            .as(HostileSchemas::named);
    return Combinators.combine(lists, singles, named)
        .as((one, two, three) -> one.<ObjectNode>setAll(two).setAll(three));
  }

  private static ObjectNode list(String keyword, List<JsonNode> parts) {
    ObjectNode schema = NODES.objectNode();
    schema.putArray(keyword).addAll(parts);
    return schema;
  }

  private static ObjectNode named(String keyword, String name, JsonNode part) {
    ObjectNode schema = NODES.objectNode();
    schema.putObject(keyword).set(name, part);
    return schema;
  }

  /** Values that are deep or wide. */
  static Arbitrary<JsonNode> values() {
    return Arbitraries.oneOf(
        Arbitraries.integers().between(0, 880).map(HostileSchemas::lists),
        Arbitraries.integers().between(0, 880).map(HostileSchemas::objects),
        Arbitraries.integers().between(0, 3_000).map(HostileSchemas::wide));
  }

  static JsonNode lists(int depth) {
    ArrayNode value = NODES.arrayNode();
    for (int i = 0; i < depth; i++) {
      value = NODES.arrayNode().add(value);
    }
    return value;
  }

  private static JsonNode objects(int depth) {
    JsonNode value = NODES.numberNode(1);
    for (int i = 0; i < depth; i++) {
      value = NODES.objectNode().set(i % 2 == 0 ? "a" : "b", value);
    }
    return value;
  }

  private static JsonNode wide(int width) {
    ArrayNode items = NODES.arrayNode();
    for (int i = 0; i < width; i++) {
      items.addObject().put("a", i).put("ab", "a".repeat(i % 50)).putArray("b").add(i);
    }
    return items;
  }
}
