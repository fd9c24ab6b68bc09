package dev.reprise.platform.redaction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.platform.Json;
import dev.reprise.platform.JsonPath;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Redacts JSON values and texts, each of which may contain the other. In a JSON value, it replaces
 * whole values that a path leads to, and matches in all other texts, member names and numbers. One
 * walk serves all paths: it keeps track of how far each path has matched. Tested by {@code
 * RedactionTest}.
 */
final class RedactedContent {

  private final List<JsonPath> paths;
  private final RedactedText text;

  RedactedContent(RedactionRules rules) {
    this.paths = rules.paths();
    this.text = new RedactedText(rules);
  }

  boolean isIdle() {
    return paths.isEmpty() && text.isIdle();
  }

  /** See {@link Redaction#text}. */
  String text(String said) {
    return text.redact(looksLikeJson(said) ? textOfJson(said) : said);
  }

  private static boolean looksLikeJson(String said) {
    int start = 0;
    while (start < said.length() && Character.isWhitespace(said.charAt(start))) {
      start++;
    }
    return start < said.length() && (said.charAt(start) == '{' || said.charAt(start) == '[');
  }

  private String textOfJson(String said) {
    try {
      return json(said);
    } catch (IllegalArgumentException e) {
      return said; // it only looks like JSON
    }
  }

  /** See {@link Redaction#json}. */
  String json(String value) {
    JsonNode before = Json.read(value);
    int[] due = new int[paths.size()];
    Arrays.fill(due, 1); // step 0 of each path
    JsonNode after = redact(before, due);
    return after.equals(before) ? value : Json.write(after);
  }

  /**
   * Redacts the value at one place.
   *
   * @param due for each path, the numbers of the steps that may come next, as bits
   */
  private JsonNode redact(JsonNode value, int[] due) {
    return switch (value.getNodeType()) {
      case OBJECT -> object(value, due);
      case ARRAY -> array(value, due);
      case STRING, NUMBER -> scalar(value);
      default -> value;
    };
  }

  private JsonNode object(JsonNode object, int[] due) {
    ObjectNode after = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      String name = text(member.getKey());
      while (after.has(name)) {
        name += "'"; // two names that differed only in what was redacted
      }
      after.set(name, below(member.getValue(), due, s -> s.leadsToMember(member.getKey())));
    }
    return after;
  }

  private JsonNode array(JsonNode array, int[] due) {
    ArrayNode after = JsonNodeFactory.instance.arrayNode(array.size());
    for (int i = 0; i < array.size(); i++) {
      int index = i;
      after.add(below(array.get(i), due, step -> step.leadsToElement(index)));
    }
    return after;
  }

  private JsonNode below(JsonNode value, int[] due, Predicate<JsonPath.Step> leadsThere) {
    int[] next = new int[due.length];
    for (int path = 0; path < due.length; path++) {
      next[path] = paths.get(path).next(due[path], leadsThere);
      if ((next[path] & 1 << paths.get(path).steps().size()) != 0 && !value.isNull()) {
        return marked(value, paths.get(path));
      }
    }
    return redact(value, next);
  }

  private static JsonNode marked(JsonNode value, JsonPath path) {
    String mark = RedactedText.mark(path.text());
    return mark.equals(value.textValue()) ? value : TextNode.valueOf(mark);
  }

  private JsonNode scalar(JsonNode value) {
    String before = value.asText();
    String after = text(before);
    return after.equals(before) ? value : TextNode.valueOf(after);
  }
}
