package dev.reprise.platform.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.keyword.AnnotationKeyword;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.path.NodePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A place in a document that breaks a keyword of its schema. Finds the path and the message.
 *
 * <p>A schema words messages by annotations. {@code errorMessage} applies to all keywords beside it
 * and, in the schema of a list, to the elements as well; the list is then the place. {@code
 * errorMessages} has a message for single keywords, among them {@code required}, which belongs to
 * the member that is missing. Other keywords have the messages of {@link DefaultMessage}.
 *
 * <p>{@code nullMembers: absent} at the root makes members that are null count as absent. Tested by
 * {@code AgentReaderTest}.
 */
final class SchemaViolation {

  private static final String NULL_MEMBERS = "nullMembers";

  /** Keywords through which the message of an outer schema applies to an inner one. */
  private static final Set<String> TRANSPARENT = Set.of("items", "$ref", "if", "then", "else");

  private final JsonNode root;
  private final String listName;
  private final Error error;
  private final String keyword;
  private final List<Step> steps = new ArrayList<>();

  /**
   * A schema on the way from the root to the keyword.
   *
   * @param via the keyword that leads to the schema
   * @param depth how many elements of the instance's location lead to the value that it describes
   */
  private record Step(JsonNode schema, String via, int depth) {}

  SchemaViolation(JsonNode root, String listName, Error error) {
    this.root = root;
    this.listName = listName;
    this.error = error;
    this.keyword = walk(error.getEvaluationPath());
  }

  /** Collects the schemas on a path, and returns the keyword at its end. */
  private String walk(NodePath path) {
    steps.add(new Step(root, "", 0));
    int last = path.getNameCount() - 1;
    for (int i = 0; i < last; i++) {
      String via = name(path, i);
      Step outer = steps.getLast();
      JsonNode value = outer.schema().path(via);
      switch (via) {
        case "anyOf" -> {
          return via; // and not what each of its alternatives lacks
        }
        case "properties", "patternProperties" ->
            steps.add(new Step(value.path(name(path, ++i)), via, outer.depth() + 1));
        case "items", "additionalProperties" -> steps.add(new Step(value, via, outer.depth() + 1));
        case "$ref" -> steps.add(new Step(resolved(outer.schema()), via, outer.depth()));
        default -> steps.add(new Step(value, via, outer.depth()));
      }
    }
    return error.getKeyword();
  }

  private static String name(NodePath path, int index) {
    return String.valueOf(path.getElement(index));
  }

  /** Returns the annotations, which the validator would report as unknown. */
  static List<Keyword> annotations() {
    return Stream.of("errorMessage", "errorMessages", "patternErrorMessage", NULL_MEMBERS)
        .<Keyword>map(AnnotationKeyword::new)
        .toList();
  }

  /** Returns whether a value fits none of several alternatives. */
  boolean isOfAlternatives() {
    return keyword.equals("anyOf");
  }

  /** Returns the error; empty if a null that counts as absent is all that is wrong. */
  Optional<DocumentError> error() {
    JsonNode schema = steps.getLast().schema();
    return switch (keyword) {
      case "required" -> Optional.of(missing(schema, error.getProperty()));
      case "additionalProperties" -> Optional.of(notAllowed(schema, error.getProperty()));
      default -> isNullMember() ? nullMember() : Optional.of(misfit());
    };
  }

  private DocumentError missing(JsonNode schema, String member) {
    JsonNode property = schema.path("properties").path(member);
    return new DocumentError(
        DocumentError.under(path(depth()), member),
        stated(property, "required")
            .or(() -> stated(resolved(property), "required"))
            .orElse("is missing"));
  }

  private DocumentError notAllowed(JsonNode schema, String member) {
    Set<String> allowed = new TreeSet<>();
    schema.path("properties").fieldNames().forEachRemaining(allowed::add);
    return new DocumentError(
        DocumentError.under(path(depth()), member),
        ofKeyword(schema, "additionalProperties")
            .orElseGet(() -> "is not allowed here; allowed are " + String.join(", ", allowed)));
  }

  private boolean isNullMember() {
    return error.getInstanceNode().isNull()
        && root.path(NULL_MEMBERS).asText().equals("absent")
        && steps.stream().filter(step -> step.depth() == depth()).findFirst().stream()
            .anyMatch(step -> step.via().equals("properties"));
  }

  /** A required member must not be null either. */
  private Optional<DocumentError> nullMember() {
    String member = String.valueOf(error.getInstanceLocation().getElement(depth() - 1));
    JsonNode owner =
        steps.stream()
            .filter(step -> step.depth() == depth() - 1)
            .reduce((outer, inner) -> inner)
            .orElseThrow()
            .schema();
    boolean isRequired =
        owner.path("required").valueStream().anyMatch(it -> it.asText().equals(member));
    return isRequired
        ? Optional.of(
            new DocumentError(
                path(depth()),
                stated(owner.path("properties").path(member), "required").orElse("is missing")))
        : Optional.empty();
  }

  private DocumentError misfit() {
    for (int i = steps.size() - 1; i >= 0; i--) {
      Step step = steps.get(i);
      Optional<String> message =
          i == steps.size() - 1 ? stated(step.schema(), keyword) : ofAll(step.schema());
      if (message.isPresent()) {
        return new DocumentError(path(step.depth()), message.get());
      }
      if (!TRANSPARENT.contains(step.via())) {
        break;
      }
    }
    return new DocumentError(
        path(depth()), DefaultMessage.of(steps.getLast().schema(), keyword, error));
  }

  private JsonNode resolved(JsonNode schema) {
    String reference = schema.path("$ref").asText();
    return reference.startsWith("#/") ? root.at(reference.substring(1)) : schema;
  }

  private static Optional<String> stated(JsonNode schema, String keyword) {
    return ofKeyword(schema, keyword).or(() -> ofAll(schema));
  }

  private static Optional<String> ofKeyword(JsonNode schema, String keyword) {
    return Optional.ofNullable(schema.path("errorMessages").path(keyword).textValue());
  }

  private static Optional<String> ofAll(JsonNode schema) {
    return Optional.ofNullable(schema.path("errorMessage").textValue());
  }

  private int depth() {
    return steps.getLast().depth();
  }

  private String path(int depth) {
    String path = depth == 0 ? "" : listName;
    for (int i = 0; i < depth; i++) {
      Object element = error.getInstanceLocation().getElement(i);
      path =
          element instanceof Integer index
              ? "%s[%d]".formatted(path, index)
              : DocumentError.under(path, String.valueOf(element));
    }
    return path;
  }
}
