package dev.reprise.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.agent.Template;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The input of a schedule's runs, whose texts may refer to the firing: <code>{{schedule.name}}
 * </code>, <code>{{schedule.due}}</code> and <code>{{schedule.firing}}</code>, and to the payload:
 * <code>{{payload.list.0.name}}</code>, or the whole of it, <code>{{payload}}</code>. A text that
 * is one reference and nothing else becomes the value that it refers to, of any type. Within a
 * longer text, a text is inserted as it is, and another value as JSON.
 */
public final class InputTemplate {

  private static final String PAYLOAD = "payload.";

  private final JsonNode template;

  /**
   * @throws IllegalArgumentException if a text opens a reference and does not close it
   */
  public InputTemplate(JsonValue template) {
    this.template = Json.read(template.text());
    references(this.template);
  }

  /** Returns the references to which neither this payload nor a firing has a value. */
  public List<String> unknown(JsonValue payload) {
    JsonNode values = Json.read(payload.text());
    return references(template).stream()
        .filter(reference -> !isOfFiring(reference) && find(values, reference).isEmpty())
        .distinct()
        .toList();
  }

  private static boolean isOfFiring(String reference) {
    return reference.equals("schedule.name")
        || reference.equals("schedule.due")
        || reference.equals("schedule.firing");
  }

  private static List<String> references(JsonNode node) {
    List<String> references = new ArrayList<>();
    if (node.isTextual()) {
      references.addAll(new Template(node.textValue()).references());
    }
    node.forEach(child -> references.addAll(references(child)));
    return references;
  }

  /**
   * Returns the input of a firing's run.
   *
   * @throws IllegalArgumentException if the payload has no value for a reference
   */
  public JsonValue fill(Schedule schedule, Firing firing) {
    ObjectNode values = JsonNodeFactory.instance.objectNode();
    values.set("payload", Json.read(schedule.definition().payload().text()));
    values
        .putObject("schedule")
        .put("name", schedule.name())
        .put("due", firing.due().toString())
        .put("firing", firing.id().toString());
    return new JsonValue(CanonicalJson.write(filled(template, values)));
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
    return at(values, reference)
        .orElseThrow(
            () -> new IllegalArgumentException("there is no value for {{" + reference + "}}"));
  }

  private static Optional<JsonNode> find(JsonNode payload, String reference) {
    if (reference.equals("payload")) {
      return Optional.of(payload);
    }
    return reference.startsWith(PAYLOAD)
        ? at(payload, reference.substring(PAYLOAD.length()))
        : Optional.empty();
  }

  private static Optional<JsonNode> at(JsonNode values, String path) {
    JsonNode node = values;
    for (String name : path.split("\\.", -1)) {
      node =
          node.isArray() && name.matches("\\d{1,9}")
              ? node.path(Integer.parseInt(name))
              : node.path(name);
    }
    return node.isMissingNode() ? Optional.empty() : Optional.of(node);
  }
}
