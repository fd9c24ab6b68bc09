package dev.reprise.platform.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.reprise.platform.Causes;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * A compiled JSON Schema (draft 2020-12) that somebody else wrote: a tool, an agent, or the
 * contract of a generated tool.
 *
 * <p>It is bounded when it is accepted and when it is used, so that neither it nor a value can take
 * much time, memory or stack. Its regular expressions are RE2. It fetches nothing that it refers
 * to. Tested by {@code HostileSchemaTest}.
 */
public final class JsonSchema {

  private static final int SHOWN_VIOLATIONS = 20;
  private static final int SHOWN_CHARACTERS = 1_000;

  /** How large its regular expressions may be together; see {@link BoundedPattern#size}. */
  private static final long MAX_PATTERN_SIZE = 200_000;

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
   * @throws IllegalArgumentException if it is not a JSON Schema, or out of bounds; says what is
   *     wrong
   */
  public static JsonSchema of(JsonNode content, String root) {
    SchemaBounds.check(content);
    String misfits = new JsonSchema(root, META_SCHEMA).violations(content);
    if (!misfits.isEmpty()) {
      throw new IllegalArgumentException(misfits);
    }
    try {
      Schema schema = registry().getSchema(content);
      schema.initializeValidators(); // reports a wrong reference or pattern before any check
      return new JsonSchema(root, schema);
    } catch (SchemaException e) {
      throw new IllegalArgumentException(words(e), e);
    } catch (StackOverflowError e) {
      // The library follows a chain of references, through values as well, by recursion.
      throw new IllegalArgumentException("its references lead too deep", e);
    }
  }

  /** The library's own messages name the classes of its causes. */
  private static String words(SchemaException met) {
    Throwable root = Causes.root(met);
    return root instanceof IOException
        ? "it refers to a schema elsewhere, and nothing is fetched: " + root.getMessage()
        : String.valueOf(root.getMessage());
  }

  /**
   * Returns the violations of a value with their places, in one text; empty if it fits. A value
   * that cannot be checked within bounds does not fit.
   */
  public String violations(JsonNode value) {
    return inWords(list(value), root);
  }

  /**
   * Returns violations in one text, with their places.
   *
   * @param root what it calls the whole value
   */
  static String inWords(List<Violation> violations, String root) {
    String first =
        violations.stream()
            .limit(SHOWN_VIOLATIONS)
            .map(it -> (it.place().isEmpty() ? root : it.place()) + ": " + it.message())
            .collect(Collectors.joining("; "));
    return violations.size() > SHOWN_VIOLATIONS ? first + "; and more" : first;
  }

  /**
   * What does not fit.
   *
   * @param place a JSON pointer; empty for the whole value
   */
  public record Violation(String place, String message) {

    /** Returns the place as problems of documents and requests name it, such as {@code a.b[0]}. */
    public String path() {
      return place
          .replaceAll("/(\\d+)(?=/|$)", "[$1]")
          .replace('/', '.')
          .replace("~1", "/")
          .replace("~0", "~");
    }
  }

  /**
   * Returns the violations of a value, and some more than {@value #SHOWN_VIOLATIONS} if there are
   * many.
   */
  public List<Violation> list(JsonNode value) {
    try {
      return BoundedEvaluation.errors(schema, value, SHOWN_VIOLATIONS).stream()
          .map(
              error ->
                  new Violation(
                      shown(error.getInstanceLocation().toString()), shown(error.getMessage())))
          .toList();
    } catch (EvaluationLimitException e) {
      return List.of(new Violation("", "cannot be checked: " + e.getMessage()));
    }
  }

  /** Some messages quote a schema, and some places are as long as the names of members. */
  private static String shown(String part) {
    return part.length() > SHOWN_CHARACTERS ? part.substring(0, SHOWN_CHARACTERS) + "…" : part;
  }

  private static Schema metaSchema() {
    Schema schema =
        registry().getSchema(SchemaLocation.of(SpecificationVersion.DRAFT_2020_12.getDialectId()));
    schema.initializeValidators(); // now, because several threads check by it
    return schema;
  }

  private static SchemaRegistry registry() {
    var left = new AtomicLong(MAX_PATTERN_SIZE);
    return BoundedDialects.registry(
        regex -> {
          if (left.addAndGet(-BoundedPattern.size(regex)) < 0) {
            throw new SchemaException("its regular expressions are too large together");
          }
          var pattern = BoundedPattern.compile(regex);
          return value -> pattern.matcher(value).find();
        });
  }
}
