package dev.reprise.model.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/**
 * Merges members of the pieces of a stream whose meaning this server does not know, by the rule of
 * the field's clients: texts grow, objects merge, elements of lists belong together by their index,
 * and anything else is replaced.
 */
final class StreamedMembers {

  /** Texts that name something, and do not grow. */
  private static final Set<String> NAMES = Set.of("id", "type", "role", "format", "name");

  private StreamedMembers() {}

  /** Adds the value of a member of a piece to what has come of it before. */
  static void merge(ObjectNode known, String name, JsonNode more) {
    JsonNode before = known.path(name);
    if (before instanceof ObjectNode object && more.isObject()) {
      more.properties().forEach(member -> merge(object, member.getKey(), member.getValue()));
    } else if (before instanceof ArrayNode list && more.isArray()) {
      more.forEach(element -> merge(list, element));
    } else if (before.isTextual() && more.isTextual() && !NAMES.contains(name)) {
      known.put(name, before.textValue() + more.textValue());
    } else if (!more.isNull()) {
      known.set(name, more.deepCopy());
    }
  }

  private static void merge(ArrayNode list, JsonNode element) {
    for (JsonNode before : list) {
      if (element.has("index")
          && before instanceof ObjectNode object
          && object.path("index").equals(element.path("index"))) {
        element.properties().forEach(member -> merge(object, member.getKey(), member.getValue()));
        return;
      }
    }
    list.add(element.deepCopy());
  }
}
