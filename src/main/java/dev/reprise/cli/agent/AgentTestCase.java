package dev.reprise.cli.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.client.http.ClientJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A run of an agent, and what is expected of it.
 *
 * @param name names it in the report
 * @param input of the run
 */
record AgentTestCase(String name, ObjectNode input, Expectation expected) {

  private static final Set<String> MEMBERS = Set.of("name", "input", "expect");

  /**
   * Reads the cases of a test file.
   *
   * @throws IllegalArgumentException if it has none, or something is wrong with one; says what and
   *     where
   */
  static List<AgentTestCase> of(JsonNode cases) {
    if (!cases.isArray() || cases.isEmpty()) {
      throw new IllegalArgumentException("cases must be a list of at least one case");
    }
    List<AgentTestCase> all = new ArrayList<>();
    for (JsonNode each : cases) {
      all.add(of("cases[%d]".formatted(all.size()), each));
    }
    return all;
  }

  private static AgentTestCase of(String place, JsonNode json) {
    requireKnown(place, json, MEMBERS);
    if (!json.path("name").isTextual()) {
      throw new IllegalArgumentException(place + ".name is missing; it must be a text");
    }
    if (json.has("input") && !json.path("input").isObject()) {
      throw new IllegalArgumentException(place + ".input must be an object");
    }
    ObjectNode input = json.path("input") instanceof ObjectNode given ? given : ClientJson.object();
    return new AgentTestCase(
        json.path("name").asText(), input, Expectation.of(place + ".expect", json.path("expect")));
  }

  /** Refuses members that have no meaning, because they would be ignored. */
  static void requireKnown(String place, JsonNode json, Set<String> members) {
    if (!json.isObject()) {
      throw new IllegalArgumentException(place + " must be an object");
    }
    json.fieldNames()
        .forEachRemaining(
            name -> {
              if (!members.contains(name)) {
                throw new IllegalArgumentException(
                    "%s.%s is not known; the allowed members are %s"
                        .formatted(place, name, String.join(", ", new TreeSet<>(members))));
              }
            });
  }
}
