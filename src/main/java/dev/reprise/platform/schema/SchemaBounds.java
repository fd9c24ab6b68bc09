package dev.reprise.platform.schema;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The bounds within which a schema from elsewhere is accepted. A schema may be recursive, as those
 * of trees are, but each turn must descend into the value.
 *
 * <p>This refuses early and in clear words. What it cannot see, such as a reference by an anchor,
 * {@link BoundedEvaluation} stops when the schema is used. Tested by {@code HostileSchemaTest}.
 */
public final class SchemaBounds {

  /** How deep a schema may be nested. */
  static final int MAX_NESTING = 64;

  /** How many schemas one may hold. */
  static final int MAX_SCHEMAS = 10_000;

  /** How many schemas may apply to the same value, each reference expanded. */
  static final int MAX_APPLIED = 2_000;

  /** How many references and alternatives may lead from a schema to one for the same value. */
  private static final int MAX_CHAIN = 200;

  private static final long IN_PROGRESS = -1;

  private static final Set<String> DATA = Set.of("const", "enum", "default", "examples");
  private static final Set<String> NAMED_SCHEMAS =
      Set.of(
          "properties",
          "patternProperties",
          "$defs",
          "definitions",
          "dependentSchemas",
          "dependencies");
  private static final Set<String> SAME_VALUE =
      Set.of(
          "allOf",
          "anyOf",
          "oneOf",
          "not",
          "if",
          "then",
          "else",
          "dependentSchemas",
          "dependencies");
  private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef");
  private static final Set<String> COUNTS = Set.of("minContains", "maxContains");

  /** The schemas, each with the one that its references begin at. */
  private final IdentityHashMap<JsonNode, JsonNode> resources = new IdentityHashMap<>();

  /** How many schemas apply to the same value as a schema, itself included. */
  private final IdentityHashMap<JsonNode, Long> applied = new IdentityHashMap<>();

  private SchemaBounds() {}

  /**
   * Checks a schema.
   *
   * @throws IllegalArgumentException if it is out of bounds; says which
   */
  public static void check(JsonNode schema) {
    var bounds = new SchemaBounds();
    bounds.collect(schema, schema, 0);
    bounds.resources.keySet().forEach(it -> bounds.applied(it, 0));
  }

  private void collect(JsonNode node, JsonNode resource, int nesting) {
    if (nesting > MAX_NESTING) {
      throw new IllegalArgumentException(
          "it must not be nested deeper than %d".formatted(MAX_NESTING));
    }
    if (!node.isObject()) {
      node.forEach(item -> collect(item, resource, nesting + 1));
      return;
    }
    JsonNode own = node.path("$id").isTextual() ? node : resource;
    resources.put(node, own);
    if (resources.size() > MAX_SCHEMAS) {
      throw new IllegalArgumentException(
          "it must not have more than %d schemas".formatted(MAX_SCHEMAS));
    }
    for (var member : node.properties()) {
      collect(member.getKey(), member.getValue(), own, nesting + 1);
    }
  }

  private void collect(String keyword, JsonNode value, JsonNode resource, int nesting) {
    if (COUNTS.contains(keyword) && value.isNumber() && !value.canConvertToInt()) {
      throw new IllegalArgumentException(
          "%s must be at most %d".formatted(keyword, Integer.MAX_VALUE));
    }
    if (keyword.equals("pattern") && value.isTextual()) {
      RegularExpressions.check(value.textValue());
    }
    if (keyword.equals("patternProperties")) {
      value.fieldNames().forEachRemaining(RegularExpressions::check);
    }
    if (NAMED_SCHEMAS.contains(keyword)) {
      value.forEach(schema -> collect(schema, resource, nesting + 1));
    } else if (!DATA.contains(keyword)) {
      collect(value, resource, nesting);
    }
  }

  private long applied(JsonNode schema, int chain) {
    if (!resources.containsKey(schema)) {
      return 1; // a boolean, or no schema
    }
    Long known = applied.get(schema);
    if (known != null && known != IN_PROGRESS) {
      return known;
    }
    if (known != null) {
      throw new IllegalArgumentException("it refers to itself without descending into the value");
    }
    if (chain > MAX_CHAIN) {
      throw new IllegalArgumentException(
          "it leads from reference to reference more than %d times".formatted(MAX_CHAIN));
    }
    applied.put(schema, IN_PROGRESS);
    long sum = 1;
    for (JsonNode other : forSameValue(schema).toList()) {
      sum += applied(other, chain + 1);
      if (sum > MAX_APPLIED) {
        throw new IllegalArgumentException(
            "its references expand to more than %d schemas for one value".formatted(MAX_APPLIED));
      }
    }
    applied.put(schema, sum);
    return sum;
  }

  private Stream<JsonNode> forSameValue(JsonNode schema) {
    return schema.properties().stream()
        .flatMap(
            member -> {
              String keyword = member.getKey();
              JsonNode value = member.getValue();
              if (REFERENCES.contains(keyword)) {
                return target(schema, value.asText()).stream();
              }
              if (!SAME_VALUE.contains(keyword)) {
                return Stream.empty();
              }
              return value.isArray() || NAMED_SCHEMAS.contains(keyword)
                  ? value.valueStream()
                  : Stream.of(value);
            });
  }

  private Optional<JsonNode> target(JsonNode schema, String reference) {
    if (!reference.equals("#") && !reference.startsWith("#/")) {
      return Optional.empty();
    }
    try {
      String pointer = URI.create(reference).getFragment();
      return Optional.ofNullable(resources.get(schema))
          .map(resource -> resource.at(JsonPointer.compile(pointer)));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // the library refuses it
    }
  }
}
