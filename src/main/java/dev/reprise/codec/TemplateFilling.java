package dev.reprise.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.agent.Template;
import dev.reprise.platform.Json;
import java.util.HashMap;
import java.util.Map;

/**
 * One filling of a {@link JsonTemplate}. It ends as soon as the values that were inserted are too
 * large together, so that a template with many references costs no more than its longest result.
 */
final class TemplateFilling {

  private final JsonNode values;
  private final long maxBytes;

  /** The values that were inserted, as texts: each is written once, however often it occurs. */
  private final Map<String, String> texts = new HashMap<>();

  private long inserted;

  TemplateFilling(JsonNode values, long maxBytes) {
    this.values = values;
    this.maxBytes = maxBytes;
  }

  JsonNode filled(JsonNode node) {
    if (node instanceof ObjectNode object) {
      ObjectNode filled = JsonNodeFactory.instance.objectNode();
      object.properties().forEach(it -> filled.set(it.getKey(), filled(it.getValue())));
      return filled;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode filled = JsonNodeFactory.instance.arrayNode();
      array.forEach(element -> filled.add(filled(element)));
      return filled;
    }
    if (!node.isTextual()) {
      return node;
    }
    Template text = new Template(node.textValue());
    return text.loneReference()
        .map(this::value)
        .orElseGet(() -> TextNode.valueOf(text.fill(this::inserted)));
  }

  /** Returns the value of a text that is one reference. */
  private JsonNode value(String reference) {
    inserted(reference);
    return found(reference);
  }

  /** A character has at least one byte, so that nothing is refused that would not be too large. */
  private String inserted(String reference) {
    String text = texts.computeIfAbsent(reference, this::text);
    inserted += text.length();
    if (inserted > maxBytes) {
      throw new InputTooLargeException(maxBytes);
    }
    return text;
  }

  private String text(String reference) {
    JsonNode value = found(reference);
    return value.isTextual() ? value.textValue() : Json.write(value);
  }

  private JsonNode found(String reference) {
    return JsonTemplate.find(values, reference)
        .orElseThrow(
            () -> new IllegalArgumentException("there is no value for {{" + reference + "}}"));
  }
}
