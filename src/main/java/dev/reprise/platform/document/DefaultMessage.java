package dev.reprise.platform.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import java.util.stream.Collectors;

/** The messages about keywords for which a schema has no message of its own. */
final class DefaultMessage {

  private DefaultMessage() {}

  /** Returns what must be. */
  static String of(JsonNode schema, String keyword, Error error) {
    String value = schema.path(keyword).asText();
    return switch (keyword) {
      case "type" -> error.getInstanceNode().isNull() ? "is empty" : "must be " + type(schema);
      case "minimum" -> "must be at least " + value;
      case "maximum" -> "must be at most " + value;
      case "maxLength" -> "must have at most %s characters".formatted(value);
      case "maxItems" -> "must have at most %s entries".formatted(value);
      case "maxProperties" -> "must have at most %s members".formatted(value);
      case "const" -> "must be '%s'".formatted(value);
      case "enum" ->
          schema
              .path(keyword)
              .valueStream()
              .map(JsonNode::asText)
              .collect(Collectors.joining(", ", "must be one of ", ""));
      case "format" -> "must be an ISO-8601 duration such as PT30M";
      case "formatMinimum", "formatMaximum" ->
          "must be a duration from %s to %s"
              .formatted(
                  schema.path("formatMinimum").asText(), schema.path("formatMaximum").asText());
      default -> error.getMessage();
    };
  }

  private static String type(JsonNode schema) {
    return switch (schema.path("type").asText()) {
      case "string" ->
          schema.path("format").asText().equals("duration")
              ? "an ISO-8601 duration such as PT30M"
              : "a text";
      case "boolean" -> "true or false";
      case "integer" -> "a whole number";
      case "number" -> "a number";
      case "array" -> "a list";
      default -> "an object";
    };
  }
}
