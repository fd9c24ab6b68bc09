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
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.Json;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A tool's compiled JSON Schema, which its arguments must fit.
 *
 * <p>Its regular expressions are RE2, so no argument can make a check hang. It fetches nothing that
 * it refers to.
 */
public final class ArgumentSchema {

  private static final int SHOWN_VIOLATIONS = 20;

  /** What a schema must fit; compiled once, which takes longer than to compile a tool's schema. */
  private static final Schema META_SCHEMA = metaSchema();

  private final String tool;
  private final Schema schema;

  private ArgumentSchema(String tool, Schema schema) {
    this.tool = tool;
    this.schema = schema;
  }

  /**
   * Compiles the schema of a declaration.
   *
   * @throws IllegalArgumentException if it is not a JSON Schema of an object; names the tool and
   *     the problem
   */
  public static ArgumentSchema of(ToolDeclaration declaration) {
    String tool = declaration.name();
    try {
      JsonNode node = Json.read(declaration.arguments().text());
      List<Error> errors = META_SCHEMA.validate(node);
      if (!errors.isEmpty()) {
        throw new IllegalArgumentException(described(errors));
      }
      if (!node.path("type").asText().equals("object")) {
        throw new IllegalArgumentException("the schema's type is not \"object\"");
      }
      Schema schema = registry().getSchema(node);
      schema.initializeValidators(); // reports a wrong reference or pattern before any call
      return new ArgumentSchema(tool, schema);
    } catch (SchemaException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "tool '%s' declares invalid arguments: %s".formatted(tool, e.getMessage()), e);
    }
  }

  /** Returns a schema written in a text block as a value. */
  public static JsonValue text(String schema) {
    return new JsonValue(Json.write(Json.read(schema)));
  }

  /**
   * Reads the arguments of a call.
   *
   * @throws ToolException {@code invalid_arguments} with each violation and its place
   */
  public JsonNode read(JsonValue arguments) throws ToolException {
    JsonNode node = parse(arguments);
    check(node);
    return node;
  }

  /**
   * Parses arguments without a check.
   *
   * @throws ToolException {@code invalid_arguments} if they are not JSON
   */
  public JsonNode parse(JsonValue arguments) throws ToolException {
    try {
      return Json.read(arguments.text());
    } catch (IllegalArgumentException e) {
      throw invalid(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Checks the arguments of a call.
   *
   * @throws ToolException {@code invalid_arguments} with each violation and its place
   */
  public void check(JsonNode arguments) throws ToolException {
    List<Error> errors = schema.validate(arguments);
    if (!errors.isEmpty()) {
      throw invalid(described(errors));
    }
  }

  private ToolException invalid(String reason) {
    return new ToolException("invalid_arguments", "%s was not run: %s".formatted(tool, reason));
  }

  private static String described(List<Error> errors) {
    String first =
        errors.stream()
            .limit(SHOWN_VIOLATIONS)
            .map(error -> where(error) + ": " + error.getMessage())
            .collect(Collectors.joining("; "));
    int more = errors.size() - SHOWN_VIOLATIONS;
    return more > 0 ? first + "; and %s more".formatted(more) : first;
  }

  private static String where(Error error) {
    String pointer = error.getInstanceLocation().toString();
    return pointer.isEmpty() ? "arguments" : pointer;
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
