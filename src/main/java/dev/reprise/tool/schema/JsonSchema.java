package dev.reprise.tool.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.PathType;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A compiled JSON Schema (draft 2020-12) that somebody else wrote: a tool, or the contract of a
 * generated one.
 *
 * <p>Its regular expressions are RE2, so no value can make a check hang. It fetches nothing that it
 * refers to.
 */
public final class JsonSchema {

  private static final int SHOWN_VIOLATIONS = 20;

  /** What a schema must fit; compiled once, which takes longer than to compile most schemas. */
  private static final Schema META_SCHEMA = metaSchema();

  private final String root;
  private final Schema schema;

  private JsonSchema(String root, Schema schema) {
    this.root = root;
    this.schema = schema;
  }

  /**
   * Compiles a schema.
   *
   * @param root what messages call the whole value, for example {@code arguments}
   * @throws IllegalArgumentException if it is not a JSON Schema; says what is wrong
   */
  public static JsonSchema of(JsonNode content, String root) {
    List<Error> errors = META_SCHEMA.validate(content);
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException(described(errors, root));
    }
    try {
      Schema schema = registry().getSchema(content);
      schema.initializeValidators(); // reports a wrong reference or pattern before any check
      return new JsonSchema(root, schema);
    } catch (SchemaException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** Returns each violation of a value with its place, in one text; empty if it fits. */
  public String violations(JsonNode value) {
    List<Error> errors = schema.validate(value);
    return errors.isEmpty() ? "" : described(errors, root);
  }

  private static String described(List<Error> errors, String root) {
    String first =
        errors.stream()
            .limit(SHOWN_VIOLATIONS)
            .map(error -> where(error, root) + ": " + error.getMessage())
            .collect(Collectors.joining("; "));
    int more = errors.size() - SHOWN_VIOLATIONS;
    return more > 0 ? first + "; and %s more".formatted(more) : first;
  }

  private static String where(Error error, String root) {
    String pointer = error.getInstanceLocation().toString();
    return pointer.isEmpty() ? root : pointer;
  }

  private static Schema metaSchema() {
    Schema schema =
        registry().getSchema(SchemaLocation.of(SpecificationVersion.DRAFT_2020_12.getDialectId()));
    schema.initializeValidators(); // now, because several threads check by it
    return schema;
  }

  private static SchemaRegistry registry() {
    var config =
        SchemaRegistryConfig.builder()
            .locale(Locale.ENGLISH)
            .pathType(PathType.JSON_POINTER)
            .regularExpressionFactory(
                regex -> {
                  var pattern = LinePattern.compile(regex);
                  return value -> pattern.matcher(value).find();
                })
            .build();
    return SchemaRegistry.withDefaultDialect(
        SpecificationVersion.DRAFT_2020_12, builder -> builder.schemaRegistryConfig(config));
  }
}
