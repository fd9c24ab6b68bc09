package dev.reprise.api.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.platform.Json;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Shortens a JSON value and keeps its form: long texts and lists, then what is nested deep. What is
 * missing is said in its place.
 *
 * @param text how many characters a text keeps
 * @param items how many elements a list keeps, and members an object
 * @param depth how deep the values are nested that are kept
 */
record AbridgedJson(int text, int items, int depth) {

  /** From the mildest; the last keeps less than 4,000 characters of any value. */
  private static final List<AbridgedJson> STEPS =
      List.of(
          new AbridgedJson(400, 50, 6), new AbridgedJson(100, 20, 3), new AbridgedJson(30, 30, 1));

  /** Returns the text of a value in the mildest form that fits; of any value at the last step. */
  static String of(JsonNode value, int maxLength) {
    return STEPS.stream()
        .map(step -> Json.write(step.abridged(value, 0)))
        .filter(it -> it.length() <= maxLength)
        .findFirst()
        .orElseGet(() -> Json.write(TextNode.valueOf("[not kept]")));
  }

  private JsonNode abridged(JsonNode value, int level) {
    return switch (value.getNodeType()) {
      case OBJECT -> level == depth ? said("object", value) : object(value, level);
      case ARRAY -> level == depth ? said("list", value) : list(value, level);
      case STRING -> TextNode.valueOf(cut(value.textValue()));
      case NUMBER ->
          value.asText().length() <= text ? value : TextNode.valueOf(cut(value.asText()));
      default -> value;
    };
  }

  private static JsonNode said(String form, JsonNode value) {
    return TextNode.valueOf("[%s of %d]".formatted(form, value.size()));
  }

  private JsonNode object(JsonNode value, int level) {
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    Iterator<Map.Entry<String, JsonNode>> members = value.properties().iterator();
    int count = 0; // shortened names may be equal
    while (members.hasNext() && count < items) {
      count++;
      Map.Entry<String, JsonNode> member = members.next();
      kept.set(cut(member.getKey()), abridged(member.getValue(), level + 1));
    }
    if (members.hasNext()) {
      kept.put("[not kept]", value.size() - count);
    }
    return kept;
  }

  private JsonNode list(JsonNode value, int level) {
    ArrayNode kept = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < value.size() && i < items; i++) {
      kept.add(abridged(value.get(i), level + 1));
    }
    if (value.size() > items) {
      kept.add("[%d more]".formatted(value.size() - items));
    }
    return kept;
  }

  private String cut(String said) {
    return said.length() <= text
        ? said
        : "%s[%d more]".formatted(said.substring(0, text), said.length() - text);
  }
}
