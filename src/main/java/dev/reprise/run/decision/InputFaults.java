package dev.reprise.run.decision;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.Json;
import dev.reprise.platform.schema.KeptSchemas;
import java.util.List;

/**
 * Why a run of an agent cannot begin with an input. Tested by {@code OutputContractIT}.
 *
 * @param violations of the agent's schema
 * @param missing references in the agent's prompts that have no value
 */
public record InputFaults(List<Fault> violations, List<Fault> missing) {

  /**
   * One fault.
   *
   * @param path in the submission, such as {@code input.lines[0].amount}
   */
  public record Fault(String path, String message) {}

  public InputFaults {
    violations = List.copyOf(violations);
    missing = List.copyOf(missing);
  }

  public static InputFaults of(AgentDefinition agent, JsonValue input) {
    return new InputFaults(
        agent.inputSchema().map(schema -> violations(schema, input)).orElse(List.of()),
        InputReferences.missing(agent, input).stream()
            .map(name -> new Fault(name, "is missing; the agent's prompts refer to it"))
            .toList());
  }

  private static List<Fault> violations(JsonValue schema, JsonValue input) {
    return KeptSchemas.violations(schema.text(), Json.read(input.text())).stream()
        .map(it -> new Fault("input" + it.path(), it.message()))
        .toList();
  }
}
