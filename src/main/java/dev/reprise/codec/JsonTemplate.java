package dev.reprise.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.agent.Template;
import dev.reprise.platform.Json;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.SequencedSet;

/**
 * A JSON value whose texts may refer to other values: <code>{{payload.list.0.name}}</code>. A text
 * that is one reference and nothing else becomes the value that it refers to, of any type. Within a
 * longer text, a text is inserted as it is, and another value as JSON. An inserted value is never
 * read as a template.
 */
public final class JsonTemplate {

  private final JsonNode template;

  /**
   * @throws IllegalArgumentException if a text opens a reference and does not close it
   */
  public JsonTemplate(JsonNode template) {
    this.template = template;
    references();
  }

  /** Returns the references in order of first use. */
  public SequencedSet<String> references() {
    SequencedSet<String> references = new LinkedHashSet<>();
    collect(template, references);
    return references;
  }

  /** Returns the value that a reference leads to: names of members and numbers of elements. */
  public static Optional<JsonNode> find(JsonNode values, String reference) {
    JsonNode node = values;
    for (String name : reference.split("\\.", -1)) {
      node =
          node.isArray() && name.matches("\\d{1,9}")
              ? node.path(Integer.parseInt(name))
              : node.path(name);
    }
    return node.isMissingNode() ? Optional.empty() : Optional.of(node);
  }

  /**
   * Returns the template with each reference replaced by its value.
   *
   * @throws IllegalArgumentException if there is no value for a reference
   */
  public JsonNode fill(JsonNode values) {
    return filled(template, values);
  }

  private static void collect(JsonNode node, SequencedSet<String> references) {
    if (node.isTextual()) {
      references.addAll(new Template(node.textValue()).references());
    }
    node.forEach(child -> collect(child, references));
  }

  private static JsonNode filled(JsonNode node, JsonNode values) {
    if (node instanceof ObjectNode object) {
      ObjectNode filled = JsonNodeFactory.instance.objectNode();
      object.properties().forEach(it -> filled.set(it.getKey(), filled(it.getValue(), values)));
      return filled;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode filled = JsonNodeFactory.instance.arrayNode();
      array.forEach(element -> filled.add(filled(element, values)));
      return filled;
    }
    if (!node.isTextual()) {
      return node;
    }
    Template text = new Template(node.textValue());
    return text.loneReference()
        .map(reference -> value(values, reference))
        .orElseGet(
            () ->
                TextNode.valueOf(
                    text.fill(
                        reference -> {
                          JsonNode value = value(values, reference);
                          return value.isTextual() ? value.textValue() : Json.write(value);
                        })));
  }

  private static JsonNode value(JsonNode values, String reference) {
    return find(values, reference)
        .orElseThrow(
            () -> new IllegalArgumentException("there is no value for {{" + reference + "}}"));
  }
}
