package dev.reprise.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.JsonValue;
import dev.reprise.platform.Json;
import java.util.List;
import java.util.Optional;

/** Looks up what a template refers to as {@code input.<path>} in the input of a run. */
public final class Input {

  private static final String PREFIX = "input.";

  private Input() {}

  /** Returns the references of an agent's prompts that this input leaves without a value. */
  public static List<String> missing(AgentDefinition agent, JsonValue input) {
    JsonNode root = Json.read(input.text());
    return agent.phases().stream()
        .flatMap(phase -> phase.prompt().references().stream())
        .filter(reference -> reference.startsWith(PREFIX))
        .filter(reference -> find(root, reference).isEmpty())
        .distinct()
        .toList();
  }

  /**
   * Returns what stands at a reference: a text as it is, anything else as JSON.
   *
   * @throws IllegalArgumentException if nothing stands there
   */
  static String value(JsonValue input, String reference) {
    return find(Json.read(input.text()), reference)
        .map(node -> node.isTextual() ? node.textValue() : Json.write(node))
        .orElseThrow(() -> new IllegalArgumentException("the input has no " + reference));
  }

  private static Optional<JsonNode> find(JsonNode root, String reference) {
    JsonNode node = root;
    for (String name : reference.substring(PREFIX.length()).split("\\.", -1)) {
      node = node.path(name);
    }
    return node.isMissingNode() || node.isNull() ? Optional.empty() : Optional.of(node);
  }
}
