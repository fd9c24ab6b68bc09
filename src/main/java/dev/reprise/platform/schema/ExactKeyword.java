package dev.reprise.platform.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.AbstractKeyword;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import dev.reprise.platform.CanonicalJson;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The keywords that compare values, computed exactly. The library's own compare the lowest 64 bits
 * of a number, divide by a rounded one, and tell {@code 1} from {@code 1.0} within a list or an
 * object. The messages are the library's. Tested by {@code ExactNumbersTest}.
 */
final class ExactKeyword extends AbstractKeyword {

  private final Function<JsonNode, Predicate<JsonNode>> rule;

  /**
   * @param rule makes of the keyword's value what a value must fulfil
   */
  private ExactKeyword(String name, Function<JsonNode, Predicate<JsonNode>> rule) {
    super(name);
    this.rule = rule;
  }

  static List<Keyword> all() {
    return List.of(
        comparison("minimum", order -> order >= 0),
        comparison("maximum", order -> order <= 0),
        comparison("exclusiveMinimum", order -> order > 0),
        comparison("exclusiveMaximum", order -> order < 0),
        number("multipleOf", (value, divisor) -> value.remainder(divisor).signum() == 0),
        new ExactKeyword("const", constant -> isOneOf(List.of(constant))),
        new ExactKeyword("enum", constants -> isOneOf(constants.valueStream().toList())),
        new ExactKeyword("uniqueItems", wanted -> items -> !wanted.asBoolean() || differ(items)));
  }

  private static Keyword comparison(String name, IntPredicate allowed) {
    return number(name, (value, bound) -> allowed.test(value.compareTo(bound)));
  }

  private static Keyword number(String name, BiPredicate<BigDecimal, BigDecimal> allowed) {
    return new ExactKeyword(
        name,
        operand -> {
          BigDecimal exact = operand.decimalValue();
          return value -> !value.isNumber() || allowed.test(value.decimalValue(), exact);
        });
  }

  /** Values are equal if their canonical texts are. */
  private static Predicate<JsonNode> isOneOf(List<JsonNode> constants) {
    Set<String> allowed = constants.stream().map(CanonicalJson::write).collect(Collectors.toSet());
    return value -> allowed.contains(CanonicalJson.write(value));
  }

  private static boolean differ(JsonNode items) {
    Set<String> seen = new HashSet<>();
    return !items.isArray() || items.valueStream().map(CanonicalJson::write).allMatch(seen::add);
  }

  @Override
  public KeywordValidator newValidator(
      SchemaLocation location, JsonNode operand, Schema parent, SchemaContext context) {
    return new Check(location, operand, parent, context);
  }

  private final class Check extends BaseKeywordValidator {

    private final Predicate<JsonNode> fits;

    Check(SchemaLocation location, JsonNode operand, Schema parent, SchemaContext context) {
      super(ExactKeyword.this, operand, location, parent, context);
      this.fits = rule.apply(operand);
    }

    @Override
    public void validate(
        ExecutionContext context, JsonNode value, JsonNode root, NodePath instanceLocation) {
      if (fits.test(value)) {
        return;
      }
      context.addError(
          error()
              .instanceNode(value)
              .instanceLocation(instanceLocation)
              .evaluationPath(context.getEvaluationPath())
              .locale(context.getExecutionConfig().getLocale())
              .arguments(text(getSchemaNode()))
              .build());
    }

    private static String text(JsonNode operand) {
      return operand.isArray()
          ? operand
              .valueStream()
              .map(JsonNode::toString)
              .collect(Collectors.joining(", ", "[", "]"))
          : operand.asText(operand.toString());
    }
  }
}
