package dev.reprise.platform.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.AbstractKeyword;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.time.Duration;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A keyword that bounds a duration, such as {@code "formatMinimum": "PT1S"}. A text that is no
 * duration is left to the format.
 */
final class DurationBound extends AbstractKeyword {

  private final IntPredicate allowed;

  /**
   * @param allowed whether a duration may compare to the bound with this result
   */
  private DurationBound(String name, IntPredicate allowed) {
    super(name);
    this.allowed = allowed;
  }

  static List<Keyword> all() {
    return List.of(
        new DurationBound("formatMinimum", order -> order >= 0),
        new DurationBound("formatMaximum", order -> order <= 0),
        new DurationBound("formatExclusiveMinimum", order -> order > 0));
  }

  @Override
  public KeywordValidator newValidator(
      SchemaLocation location, JsonNode value, Schema parent, SchemaContext context) {
    return new Check(location, value, parent, context);
  }

  private final class Check extends BaseKeywordValidator {

    private final Duration bound;

    Check(SchemaLocation location, JsonNode value, Schema parent, SchemaContext context) {
      super(DurationBound.this, value, location, parent, context);
      this.bound = Duration.parse(value.textValue());
    }

    @Override
    public void validate(
        ExecutionContext context, JsonNode node, JsonNode root, NodePath instanceLocation) {
      if (!node.isTextual()) {
        return;
      }
      DurationFormat.parse(node.textValue())
          .filter(duration -> !allowed.test(duration.compareTo(bound)))
          .ifPresent(
              duration ->
                  context.addError(
                      Error.builder()
                          .keyword(getKeyword())
                          .instanceNode(node)
                          .instanceLocation(instanceLocation)
                          .evaluationPath(context.getEvaluationPath())
                          .schemaLocation(getSchemaLocation())
                          .message(getKeyword())
                          .build()));
    }
  }
}
