package dev.reprise.platform.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A keyword whose check takes more than one step: its evaluation is charged for the members, items
 * and characters that it looks at. Tested by {@code HostileSchemaTest}.
 */
record MeteredKeyword(Keyword keyword) implements Keyword {

  /** Keywords that look at each member or item, or compare with each of their own. */
  private static final Set<String> WIDE =
      Set.of(
          "properties",
          "required",
          "propertyNames",
          "dependentRequired",
          "dependentSchemas",
          "dependencies",
          "items",
          "prefixItems",
          "additionalItems",
          "contains",
          "unevaluatedItems",
          "unevaluatedProperties");

  /** Keywords that look at all that is in a value, or in its names. */
  private static final Set<String> DEEP =
      Set.of(
          "const",
          "enum",
          "uniqueItems",
          "pattern",
          "minLength",
          "maxLength",
          "patternProperties",
          "additionalProperties");

  /** Keywords whose operand the library reads as 32 bits. */
  private static final Set<String> COUNTS =
      Set.of("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties");

  static boolean isNeededFor(Keyword keyword) {
    String name = keyword.getValue();
    return WIDE.contains(name) || DEEP.contains(name) || COUNTS.contains(name);
  }

  @Override
  public String getValue() {
    return keyword.getValue();
  }

  @Override
  public KeywordValidator newValidator(
      SchemaLocation location, JsonNode operand, Schema parent, SchemaContext context)
      throws Exception {
    JsonNode counted = COUNTS.contains(getValue()) ? bounded(operand) : operand;
    KeywordValidator check = keyword.newValidator(location, counted, parent, context);
    return new Metered(check, cost(operand, parent));
  }

  /** Nothing has more parts than that. */
  private static JsonNode bounded(JsonNode count) {
    return count.isNumber() && !count.canConvertToInt()
        ? IntNode.valueOf(Integer.MAX_VALUE)
        : count;
  }

  private Cost cost(JsonNode operand, Schema parent) {
    return switch (getValue()) {
      case "pattern" -> {
        var expression = RegularExpressions.of(List.of(operand.asText()));
        yield value -> value.isTextual() ? expression.work(value.textValue().length()) : 0;
      }
      case "patternProperties" -> ofNames(operand);
      case "additionalProperties" -> ofNames(parent.getSchemaNode().path("patternProperties"));
      default ->
          DEEP.contains(getValue()) ? MeteredKeyword::deep : value -> operand.size() + value.size();
    };
  }

  /** How many units of work the check of a value takes. */
  @FunctionalInterface
  private interface Cost {
    long of(JsonNode value);
  }

  /** Each expression is looked for in each name. */
  private static Cost ofNames(JsonNode patternProperties) {
    var expressions =
        RegularExpressions.of(patternProperties.propertyStream().map(Map.Entry::getKey).toList());
    return value -> {
      long all = names(value);
      for (var member : value.properties()) {
        all += expressions.work(member.getKey().length());
      }
      return all;
    };
  }

  private static long names(JsonNode value) {
    long all = 0;
    for (var member : value.properties()) {
      all += 1 + member.getKey().length() / BoundedEvaluation.CHARACTERS_PER_UNIT;
    }
    return all;
  }

  private static long deep(JsonNode value) {
    if (value.isTextual()) {
      return value.textValue().length() / BoundedEvaluation.CHARACTERS_PER_UNIT;
    }
    long all = value.isObject() ? names(value) : value.size();
    for (JsonNode child : value) {
      all += deep(child);
    }
    return all;
  }

  private record Metered(KeywordValidator check, Cost cost) implements KeywordValidator {

    @Override
    public void validate(
        ExecutionContext context, JsonNode value, JsonNode root, NodePath instanceLocation) {
      ((BoundedEvaluation) context).charge(cost.of(value));
      check.validate(context, value, root, instanceLocation);
    }

    @Override
    public void preloadSchema() {
      check.preloadSchema();
    }

    @Override
    public String getKeyword() {
      return check.getKeyword();
    }

    @Override
    public SchemaLocation getSchemaLocation() {
      return check.getSchemaLocation();
    }
  }
}
