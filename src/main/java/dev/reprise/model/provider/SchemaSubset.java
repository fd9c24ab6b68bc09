package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The JSON Schemas that a provider takes in its own form of structured output, as its documentation
 * of November 2026 says. One that does not fit is not sent: the request would be refused. Tested by
 * {@code StructuredOutputTest}.
 */
public enum SchemaSubset {

  /** OpenAI's strict mode: each member is required, an optional one is one that may be null. */
  OPENAI,

  /** Anthropic's output format, which knows no bounds of numbers, texts and lists. */
  ANTHROPIC;

  private static final Set<String> OF_OPENAI =
      Set.of(
          "minimum",
          "maximum",
          "exclusiveMinimum",
          "exclusiveMaximum",
          "multipleOf",
          "pattern",
          "minItems",
          "maxItems");

  private static final Set<String> OF_ANTHROPIC = Set.of("allOf", "default");

  private static final Set<String> IN_BOTH =
      Set.of(
          "type",
          "properties",
          "required",
          "additionalProperties",
          "items",
          "enum",
          "const",
          "anyOf",
          "format",
          "title",
          "description",
          "$ref",
          "$defs",
          "$schema");

  /** Keywords whose value has schemas by names of the author's own. */
  private static final Set<String> NAMED = Set.of("properties", "$defs");

  /** Returns why a schema is not taken, with the place; empty if it is. */
  public Optional<String> refusalOf(JsonNode schema) {
    return schema.path("type").asText().equals("object")
        ? refusal(schema, "")
        : Optional.of("the whole must be of type object");
  }

  private Optional<String> refusal(JsonNode schema, String place) {
    if (!schema.isObject()) {
      return Optional.of(place + " must be an object");
    }
    return Stream.of(
            schema
                .propertyStream()
                .map(Map.Entry::getKey)
                .filter(it -> !isKnown(it))
                .findFirst()
                .map(keyword -> "%s/%s is not supported".formatted(place, keyword)),
            openObject(schema, place))
        .flatMap(Optional::stream)
        .findFirst()
        .or(() -> ofParts(schema, place));
  }

  private boolean isKnown(String keyword) {
    return IN_BOTH.contains(keyword)
        || (this == OPENAI ? OF_OPENAI : OF_ANTHROPIC).contains(keyword);
  }

  private Optional<String> openObject(JsonNode schema, String place) {
    if (!schema.has("properties") && !schema.path("type").asText().equals("object")) {
      return Optional.empty();
    }
    if (!schema.path("additionalProperties").isBoolean()
        || schema.path("additionalProperties").booleanValue()) {
      return Optional.of("%s/additionalProperties must be false".formatted(place));
    }
    Set<String> required =
        schema.path("required").valueStream().map(JsonNode::asText).collect(Collectors.toSet());
    return schema
        .path("properties")
        .propertyStream()
        .map(Map.Entry::getKey)
        .filter(member -> this == OPENAI && !required.contains(member))
        .findFirst()
        .map(member -> "%s/required must have '%s'".formatted(place, member));
  }

  private Optional<String> ofParts(JsonNode schema, String place) {
    return schema
        .propertyStream()
        .flatMap(part -> parts(part.getKey(), part.getValue(), place + "/" + part.getKey()))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Stream<Optional<String>> parts(String keyword, JsonNode value, String place) {
    if (NAMED.contains(keyword)) {
      return value
          .propertyStream()
          .map(each -> refusal(each.getValue(), place + "/" + each.getKey()));
    }
    return switch (keyword) {
      case "items" -> Stream.of(refusal(value, place));
      case "anyOf", "allOf" -> value.valueStream().map(each -> refusal(each, place));
      default -> Stream.empty();
    };
  }
}
