package dev.reprise.platform.document;

import static java.util.stream.Collectors.flatMapping;
import static java.util.stream.Collectors.partitioningBy;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.google.re2j.Pattern;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.path.PathType;
import dev.reprise.platform.Json;
import dev.reprise.platform.schema.BoundedDialects;
import dev.reprise.platform.schema.BoundedEvaluation;
import dev.reprise.platform.schema.EvaluationLimitException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The JSON Schemas (draft 2020-12) of the documents that people write. The product checks documents
 * against them, and editors complete documents by them.
 *
 * <p>Regular expressions are RE2, so that no document can make a check hang. Three keywords are the
 * product's own, beside the annotations that {@link SchemaViolation} reads: {@code formatMinimum},
 * {@code formatMaximum} and {@code formatExclusiveMinimum} bound a {@code duration}.
 */
public final class DocumentSchema {

  private static final SchemaRegistry REGISTRY = registry();

  public static final DocumentSchema AGENT = new DocumentSchema("agent", "");
  public static final DocumentSchema TOOL_POLICY = new DocumentSchema("tool-policy", "rules");
  public static final DocumentSchema RETENTION = new DocumentSchema("retention", "rules");
  public static final DocumentSchema REDACTION = new DocumentSchema("redaction", "");
  public static final DocumentSchema PRICES = new DocumentSchema("prices", "prices");
  public static final DocumentSchema MCP_SERVERS = new DocumentSchema("mcp-servers", "servers");
  public static final DocumentSchema CONTRACT = new DocumentSchema("contract", "");
  public static final DocumentSchema ARTIFACT = new DocumentSchema("artifact", "");

  private static final List<DocumentSchema> ALL =
      List.of(AGENT, TOOL_POLICY, RETENTION, REDACTION, PRICES, MCP_SERVERS, CONTRACT, ARTIFACT);

  private final String schemaName;
  private final String listName;
  private final JsonNode content;
  private final Schema compiled;

  private DocumentSchema(String schemaName, String listName) {
    this.schemaName = schemaName;
    this.listName = listName;
    this.content = Json.read(resource(schemaName));
    this.compiled = REGISTRY.getSchema(content);
    compiled.initializeValidators(); // a wrong reference or pattern surfaces here, not at a check
  }

  /** Returns all schemas. */
  public static List<DocumentSchema> all() {
    return ALL;
  }

  /** Returns the schema of this name, such as {@code tool-policy}. */
  public static Optional<DocumentSchema> named(String name) {
    return ALL.stream().filter(schema -> schema.schemaName.equals(name)).findFirst();
  }

  /** Returns the name by which the API publishes the schema. */
  public String schemaName() {
    return schemaName;
  }

  /**
   * Returns what error messages call a document that is a list; empty for one that is an object.
   */
  String listName() {
    return listName;
  }

  /** Returns the schema itself. */
  public JsonNode content() {
    return content;
  }

  /**
   * Returns the errors of a document, in order of their paths. Where the schema allows it by {@code
   * nullMembers}, a member that is null counts as absent. That an object fits none of several
   * alternatives is no error of its own where one of its members is wrong.
   */
  public List<DocumentError> errors(JsonNode document) {
    JsonNode present = document.isMissingNode() ? NullNode.getInstance() : document;
    List<Error> misfits;
    try {
      misfits = BoundedEvaluation.errors(compiled, present, Integer.MAX_VALUE);
    } catch (EvaluationLimitException e) {
      return List.of(new DocumentError("", "cannot be checked: " + e.getMessage()));
    }
    Map<Boolean, List<DocumentError>> errors =
        misfits.stream()
            .map(error -> new SchemaViolation(content, listName, error))
            .collect(
                partitioningBy(
                    SchemaViolation::isOfAlternatives,
                    flatMapping(violation -> violation.error().stream(), toList())));
    List<DocumentError> definite = errors.getOrDefault(false, List.of());
    Stream<DocumentError> rest =
        errors.getOrDefault(true, List.of()).stream()
            .filter(error -> definite.stream().noneMatch(it -> it.path().startsWith(error.path())));
    return Stream.concat(definite.stream(), rest)
        .distinct()
        .sorted(Comparator.comparing(DocumentError::path))
        .toList();
  }

  private static String resource(String name) {
    String path = "/META-INF/schemas/%s.json".formatted(name);
    try (InputStream in = DocumentSchema.class.getResourceAsStream(path)) {
      byte[] bytes = Objects.requireNonNull(in, path).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SchemaRegistry registry() {
    Dialect dialect =
        Dialect.builder(BoundedDialects.draft202012())
            .format(DurationFormat.INSTANCE)
            .keywords(DurationBound.all())
            .keywords(SchemaViolation.annotations())
            .build();
    var config =
        SchemaRegistryConfig.builder()
            .locale(Locale.ENGLISH)
            .pathType(PathType.JSON_POINTER)
            .formatAssertionsEnabled(true)
            .regularExpressionFactory(
                regex -> {
                  var pattern = Pattern.compile(regex);
                  return value -> pattern.matcher(value).find();
                })
            .build();
    return SchemaRegistry.withDialect(dialect, builder -> builder.schemaRegistryConfig(config));
  }

  @Override
  public String toString() {
    return schemaName;
  }
}
