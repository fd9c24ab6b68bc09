package dev.reprise.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.api.idempotency.IdempotencyFilter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Adds what holds for every operation: ids, tags, roles, problems and examples. Tested by {@code
 * ApiDocumentIT}.
 */
final class OperationRules {

  private static final String EVENT_STREAM = "text/event-stream";
  private static final String PROBLEM = "#/components/responses/problem";

  private final Operations operations;
  private final JsonNode examples;
  private final Set<String> withExamples = new HashSet<>();
  private final Set<String> tags = new TreeSet<>();

  OperationRules(Operations operations, JsonNode examples) {
    this.operations = operations;
    this.examples = examples;
  }

  void apply(ObjectNode paths, ObjectNode document) {
    paths
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .properties()
                    .forEach(
                        verb -> apply(verb.getKey(), path.getKey(), (ObjectNode) verb.getValue())));
    examples
        .fieldNames()
        .forEachRemaining(
            id -> {
              if (!withExamples.contains(id)) {
                throw new IllegalStateException(
                    "examples.json must name operations, but names " + id);
              }
            });
    var all = document.putArray("tags");
    tags.forEach(tag -> all.addObject().put("name", tag).put("description", "All of " + tag));
  }

  private void apply(String verb, String path, ObjectNode operation) {
    String id = OperationId.of(verb, path.substring(ApiDocument.BASE.length()));
    String tag = path.substring(ApiDocument.BASE.length() + 1).split("[/:]", -1)[0];
    tags.add(tag);
    operation.put("operationId", id);
    operation.putArray("tags").add(tag);
    String more = operation.path("description").asText(operation.path("summary").asText() + ".");
    operation.put("description", "%s\n\nRole: %s.".formatted(more, operations.role(verb, path)));
    if (operation.has("requestBody")) {
      ((ObjectNode) operation.path("requestBody"))
          .put("required", !operations.hasOptionalBody(verb, path));
    }
    if (verb.equals("post")) {
      operation.withArray("parameters").add(idempotencyKey());
    }
    problems(path, operation);
    streams(operation);
    parameters(operation);
    addExamples(id, operation);
  }

  private static ObjectNode idempotencyKey() {
    ObjectNode header = JsonNodeFactory.instance.objectNode();
    header.put("name", IdempotencyFilter.HEADER).put("in", "header");
    header.put(
        "description",
        "A unique text of up to 200 visible ASCII characters. A repetition of the request with the"
            + " same key within 24 hours gets the response of the first and changes nothing.");
    header.putObject("schema").put("type", "string").put("maxLength", 202);
    return header;
  }

  private static void problems(String path, ObjectNode operation) {
    ObjectNode responses = (ObjectNode) operation.path("responses");
    boolean hasParameter = path.contains("{");
    for (String status : List.of("400", "401", "403", "404", "default")) {
      if (!responses.has(status) && (hasParameter || !status.equals("404"))) {
        responses.putObject(status).put("$ref", PROBLEM);
      }
    }
  }

  private static void streams(ObjectNode operation) {
    operation
        .path("responses")
        .forEach(
            response -> {
              if (response.path("content").has(EVENT_STREAM)) {
                ((ObjectNode) response.path("content").path(EVENT_STREAM))
                    .set("schema", Schemas.reference(Events.STREAM));
              }
            });
  }

  private static void parameters(ObjectNode operation) {
    operation
        .path("parameters")
        .forEach(parameter -> parameter((ObjectNode) parameter.path("schema")));
  }

  /**
   * Removes the Java type of a parameter. The code takes texts, because it refuses wrong ones
   * itself; annotations say what they are, and the scanner writes both.
   */
  private static void parameter(ObjectNode schema) {
    if (schema.has("$ref")) {
      schema.remove("type");
    }
    if (schema.path("type").isArray()) {
      schema.set("type", schema.path("type").path(schema.path("type").size() - 1));
    }
    if (schema.has("pattern")) {
      schema.put("pattern", Constraints.whole(schema.path("pattern").asText()));
    }
  }

  private void addExamples(String id, ObjectNode operation) {
    JsonNode mine = examples.path(id);
    withExamples.add(id);
    if (mine.has("request")) {
      example(operation.path("requestBody"), mine.path("request"));
    }
    mine.path("answers")
        .properties()
        .forEach(
            answer ->
                example(operation.path("responses").path(answer.getKey()), answer.getValue()));
  }

  private static void example(JsonNode body, JsonNode value) {
    ((ObjectNode) body.path("content").path("application/json")).set("example", value);
  }
}
