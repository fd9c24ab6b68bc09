package dev.reprise.run.decision;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Phase;
import dev.reprise.agent.PromptReference;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.Json;
import java.util.List;
import java.util.Optional;

/** Resolves the references of prompts to the input of a run. */
public final class InputReferences {

  private InputReferences() {}

  /** Returns the references in an agent's prompts for which this input has no value. */
  public static List<String> missing(AgentDefinition agent, JsonValue input) {
    return missing(agent.phases(), input);
  }

  /** Returns the references in these phases' prompts for which this input has no value. */
  static List<String> missing(List<Phase> phases, JsonValue input) {
    JsonNode root = Json.read(input.text());
    return phases.stream()
        .flatMap(phase -> phase.prompt().references().stream())
        .filter(reference -> !isGiven(root, reference))
        .distinct()
        .toList();
  }

  /** Returns the value of a reference: a text as it is, any other value as JSON. */
  static Optional<String> value(JsonValue input, PromptReference.Input reference) {
    return value(Json.read(input.text()), reference.path());
  }

  /** Returns the value at a path: a text as it is, any other value as JSON. */
  static Optional<String> value(JsonNode root, List<String> path) {
    return find(root, path).map(node -> node.isTextual() ? node.textValue() : Json.write(node));
  }

  private static boolean isGiven(JsonNode root, String reference) {
    return PromptReference.parse(reference)
        .map(
            parsed ->
                !(parsed instanceof PromptReference.Input at) || find(root, at.path()).isPresent())
        .orElse(false);
  }

  private static Optional<JsonNode> find(JsonNode root, List<String> path) {
    JsonNode node = root;
    for (String name : path) {
      node =
          node.isArray() && name.matches("\\d{1,9}")
              ? node.path(Integer.parseInt(name))
              : node.path(name);
    }
    return node.isMissingNode() || node.isNull() ? Optional.empty() : Optional.of(node);
  }
}
