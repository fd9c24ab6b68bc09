package dev.reprise.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The most expensive request that can be derived from the description of an operation: as many
 * rows, and as large a body, as it takes.
 *
 * @param path below the server's address, with its query
 * @param mediaType of the body; empty for none
 */
record HostileRequest(String method, String path, String mediaType, String body) {

  private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
  private static final int JSON_BYTES = 1_000_000;
  private static final int FILE_BYTES = 60 * 1024 * 1024;
  private static final int LONG_TEXT = 20_000;
  private static final int DEPTH = 6;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /**
   * Returns a request for each operation.
   *
   * @param run the id of a run, which stands for all ids
   */
  static List<HostileRequest> all(JsonNode document, String run) {
    List<HostileRequest> all = new ArrayList<>();
    document
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue().properties().stream()
                    .filter(it -> METHODS.contains(it.getKey()))
                    .forEach(
                        it ->
                            all.add(of(document, path.getKey(), it.getKey(), it.getValue(), run))));
    return all;
  }

  private static HostileRequest of(
      JsonNode document, String path, String method, JsonNode operation, String run) {
    String address =
        path.substring(1)
                .replace("{id}", run)
                .replace("{run}", run)
                .replace("{sequence}", "1")
                .replaceAll("\\{[a-z]+}", "thing")
            + query(operation);
    JsonNode content = operation.path("requestBody").path("content");
    if (content.isEmpty()) {
      return new HostileRequest(upper(method), address, "", "");
    }
    String type = content.fieldNames().next();
    String body =
        switch (type) {
          case "application/json" ->
              filled(json(document, content.path(type).path("schema"), DEPTH));
          case "application/x-ndjson" -> " ".repeat(FILE_BYTES);
          default -> "x".repeat(JSON_BYTES);
        };
    return new HostileRequest(upper(method), address, type, body);
  }

  private static String upper(String method) {
    return method.toUpperCase(Locale.ROOT);
  }

  private static String query(JsonNode operation) {
    List<String> asked = new ArrayList<>();
    for (JsonNode parameter : operation.path("parameters")) {
      JsonNode schema = parameter.path("schema");
      switch (parameter.path("name").asText()) {
        case "limit" -> asked.add("limit=" + schema.path("maximum").asText("200"));
        case "q" -> asked.add("q=zzz");
        case "wait" -> asked.add("wait=60");
        default -> {
          // a filter would make it cheaper
        }
      }
    }
    return asked.isEmpty() ? "" : asked.stream().collect(Collectors.joining("&", "?", ""));
  }

  /**
   * Returns the body with as many characters as a body may have, where one of its texts is free.
   */
  private static String filled(JsonNode body) {
    if (body instanceof ObjectNode object) {
      int rest = JSON_BYTES - Json.write(object).length();
      for (String name : List.of("document", "reason", "message", "input", "task")) {
        if (object.path(name).isTextual() && rest > 0) {
          object.put(name, "x".repeat(rest));
        } else if (object.path(name) instanceof ObjectNode free && rest > 0) {
          free.put("text", "x".repeat(rest));
        }
        rest = JSON_BYTES - Json.write(object).length();
      }
    }
    return Json.write(body);
  }

  private static JsonNode json(JsonNode document, JsonNode schema, int depth) {
    if (schema.has("$ref")) {
      String pointer = schema.path("$ref").asText().substring(1);
      return json(document, document.at(pointer), depth - 1);
    }
    if (schema.path("enum").isArray()) {
      return schema.path("enum").path(0);
    }
    return switch (type(schema)) {
      case "object" -> object(document, schema, depth);
      case "array" -> array(document, schema, depth);
      case "integer", "number" -> NODES.numberNode(schema.path("maximum").asLong(1_000_000));
      case "boolean" -> NODES.booleanNode(true);
      default ->
          NODES.textNode("x".repeat(Math.min(LONG_TEXT, schema.path("maxLength").asInt(40))));
    };
  }

  private static String type(JsonNode schema) {
    JsonNode type = schema.path("type");
    return type.isArray() ? type.path(0).asText() : type.asText();
  }

  private static ObjectNode object(JsonNode document, JsonNode schema, int depth) {
    ObjectNode object = NODES.objectNode();
    if (depth > 0) {
      schema
          .path("properties")
          .properties()
          .forEach(it -> object.set(it.getKey(), json(document, it.getValue(), depth - 1)));
    }
    return object;
  }

  private static ArrayNode array(JsonNode document, JsonNode schema, int depth) {
    ArrayNode array = NODES.arrayNode();
    int length = depth > 0 ? Math.min(1_000, schema.path("maxItems").asInt(100)) : 0;
    for (int i = 0; i < length; i++) {
      array.add(json(document, schema.path("items"), depth - 2));
    }
    return array;
  }

  @Override
  public String toString() {
    return "%s %s (%d characters)".formatted(method, path, body.length());
  }
}
