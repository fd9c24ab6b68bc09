package dev.reprise.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * What of a later description of the API breaks clients that were made for an earlier one.
 *
 * <p>The API must still accept what a client sends, and must still return what a client reads, with
 * the same type. Answers may gain members and words; requests may gain optional members.
 */
final class ApiChanges {

  private enum Way {
    REQUEST,
    ANSWER
  }

  private record Seen(String earlier, String later, Way way) {}

  private static final Set<String> LOWER_BOUNDS = Set.of("minimum", "minLength", "minItems");
  private static final Set<String> UPPER_BOUNDS = Set.of("maximum", "maxLength", "maxItems");

  private final JsonNode earlier;
  private final JsonNode later;
  private final List<String> breaking = new ArrayList<>();
  private final Set<Seen> seen = new HashSet<>();

  private ApiChanges(JsonNode earlier, JsonNode later) {
    this.earlier = earlier;
    this.later = later;
  }

  /** Returns what breaks, one sentence each; none if nothing does. */
  static List<String> breaking(JsonNode earlier, JsonNode later) {
    var changes = new ApiChanges(earlier, later);
    changes.compare();
    return changes.breaking;
  }

  private void compare() {
    for (var path : earlier.path("paths").properties()) {
      for (var verb : path.getValue().properties()) {
        String at = verb.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey();
        JsonNode now = later.path("paths").path(path.getKey()).path(verb.getKey());
        if (now.isMissingNode()) {
          breaking.add(at + " is gone");
        } else {
          operation(at, verb.getValue(), now);
        }
      }
    }
  }

  private void operation(String at, JsonNode before, JsonNode now) {
    same(at, "operationId", before, now);
    parameters(at, before.path("parameters"), now.path("parameters"));
    if (now.path("requestBody").path("required").asBoolean()
        && !before.path("requestBody").path("required").asBoolean()) {
      breaking.add(at + " needs a body");
    }
    content(at + " takes", before.path("requestBody"), now.path("requestBody"), Way.REQUEST);
    for (var response : before.path("responses").properties()) {
      JsonNode answer = now.path("responses").path(response.getKey());
      String where = at + " " + response.getKey();
      if (answer.isMissingNode()) {
        breaking.add(where + " is gone");
      } else {
        content(where, resolved(earlier, response.getValue()), resolved(later, answer), Way.ANSWER);
      }
    }
  }

  private void parameters(String at, JsonNode before, JsonNode now) {
    Map<String, JsonNode> old = byName(before);
    Map<String, JsonNode> present = byName(now);
    old.forEach(
        (name, parameter) -> {
          JsonNode same = present.get(name);
          if (same == null) {
            breaking.add("%s: parameter %s is gone".formatted(at, name));
          } else {
            schema(at + " " + name, parameter.path("schema"), same.path("schema"), Way.REQUEST);
          }
        });
    present.forEach(
        (name, parameter) -> {
          boolean wasNeeded = old.containsKey(name) && old.get(name).path("required").asBoolean();
          if (parameter.path("required").asBoolean() && !wasNeeded) {
            breaking.add("%s: parameter %s is needed".formatted(at, name));
          }
        });
  }

  private static Map<String, JsonNode> byName(JsonNode parameters) {
    Map<String, JsonNode> found = new LinkedHashMap<>();
    parameters.forEach(
        it -> found.put(it.path("in").asText() + " " + it.path("name").asText(), it));
    return found;
  }

  private void content(String at, JsonNode before, JsonNode now, Way way) {
    for (var type : before.path("content").properties()) {
      JsonNode same = now.path("content").path(type.getKey());
      if (same.isMissingNode()) {
        breaking.add("%s: %s is gone".formatted(at, type.getKey()));
      } else {
        schema(at, type.getValue().path("schema"), same.path("schema"), way);
      }
    }
  }

  private void schema(String at, JsonNode before, JsonNode now, Way way) {
    if (before.has("$ref")
        && !seen.add(new Seen(before.path("$ref").asText(), now.path("$ref").asText(), way))) {
      return;
    }
    JsonNode old = resolved(earlier, before);
    JsonNode present = resolved(later, now);
    same(at, "type", old, present);
    same(at, "format", old, present);
    same(at, "const", old, present);
    words(at, old, present, way);
    if (way == Way.REQUEST) {
      bounds(at, old, present);
    }
    members(at, old, present, way);
    alternatives(at, old, present, way);
    if (old.has("items")) {
      schema(at + "[]", old.path("items"), present.path("items"), way);
    }
  }

  private static JsonNode resolved(JsonNode document, JsonNode node) {
    String reference = node.path("$ref").asText();
    return reference.startsWith("#/") ? document.at(reference.substring(1)) : node;
  }

  private void same(String at, String keyword, JsonNode before, JsonNode now) {
    if (before.has(keyword) && !before.path(keyword).equals(now.path(keyword))) {
      breaking.add(
          "%s: %s was %s and is %s"
              .formatted(at, keyword, before.path(keyword), now.path(keyword)));
    }
  }

  private void words(String at, JsonNode before, JsonNode now, Way way) {
    if (way == Way.ANSWER || !now.has("enum")) {
      return;
    }
    Set<JsonNode> allowed = new HashSet<>();
    now.path("enum").forEach(allowed::add);
    if (!before.has("enum")) {
      breaking.add(at + " takes some words only");
    }
    before
        .path("enum")
        .forEach(
            word -> {
              if (!allowed.contains(word)) {
                breaking.add("%s: %s is not taken any more".formatted(at, word));
              }
            });
  }

  private void bounds(String at, JsonNode before, JsonNode now) {
    for (String bound : LOWER_BOUNDS) {
      if (now.has(bound)
          && (!before.has(bound) || now.path(bound).asLong() > before.path(bound).asLong())) {
        breaking.add("%s: %s is %s".formatted(at, bound, now.path(bound)));
      }
    }
    for (String bound : UPPER_BOUNDS) {
      if (now.has(bound)
          && (!before.has(bound) || now.path(bound).asLong() < before.path(bound).asLong())) {
        breaking.add("%s: %s is %s".formatted(at, bound, now.path(bound)));
      }
    }
    if (now.has("pattern") && !now.path("pattern").equals(before.path("pattern"))) {
      breaking.add("%s: the pattern is another".formatted(at));
    }
  }

  private void members(String at, JsonNode before, JsonNode now, Way way) {
    for (var member : before.path("properties").properties()) {
      JsonNode same = now.path("properties").path(member.getKey());
      String where = at + "." + member.getKey();
      if (same.isMissingNode()) {
        breaking.add(where + " is gone");
      } else {
        schema(where, member.getValue(), same, way);
      }
    }
    Set<String> needed = texts(before.path("required"));
    Set<String> neededNow = texts(now.path("required"));
    if (way == Way.REQUEST) {
      neededNow.stream()
          .filter(it -> !needed.contains(it))
          .forEach(it -> breaking.add("%s.%s is needed".formatted(at, it)));
    } else {
      needed.stream()
          .filter(it -> !neededNow.contains(it))
          .forEach(it -> breaking.add("%s.%s may be absent".formatted(at, it)));
    }
  }

  private void alternatives(String at, JsonNode before, JsonNode now, Way way) {
    for (String keyword : List.of("oneOf", "anyOf")) {
      Map<String, JsonNode> present = variants(now.path(keyword));
      variants(before.path(keyword))
          .forEach(
              (name, variant) -> {
                if (present.containsKey(name)) {
                  schema(at + "|" + name, variant, present.get(name), way);
                } else {
                  breaking.add("%s: the variant %s is gone".formatted(at, name));
                }
              });
    }
  }

  /** By what tells them apart: the component's name, or the word of a member that is constant. */
  private static Map<String, JsonNode> variants(JsonNode alternatives) {
    Map<String, JsonNode> found = new LinkedHashMap<>();
    for (JsonNode variant : alternatives) {
      Optional<String> word =
          StreamSupport.stream(variant.path("properties").spliterator(), false)
              .filter(member -> member.has("const"))
              .map(member -> member.path("const").asText())
              .findFirst();
      found.put(variant.path("$ref").asText(word.orElse("without a word")), variant);
    }
    return found;
  }

  private static Set<String> texts(JsonNode list) {
    Set<String> texts = new HashSet<>();
    list.forEach(it -> texts.add(it.asText()));
    return texts;
  }
}
