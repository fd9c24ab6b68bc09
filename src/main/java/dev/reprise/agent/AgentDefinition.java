package dev.reprise.agent;

import dev.reprise.agent.message.JsonValue;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What an agent is. A run keeps the definition that it was submitted with to its end.
 *
 * @param name unique among the agents that a tenant sees
 * @param description for people, one paragraph
 * @param models who answers
 * @param systemPrompt given to the model at every call; may be empty
 * @param inputSchema the JSON Schema that the input of a run must fit; empty if any input will do
 * @param phases in order, at least one, names unique
 * @param runPolicy how its runs are carried out
 * @param grants how it narrows what tools may do for it, by their names; a tool that is not among
 *     them is not narrowed
 */
public record AgentDefinition(
    String name,
    String description,
    ModelChain models,
    String systemPrompt,
    Optional<JsonValue> inputSchema,
    List<Phase> phases,
    RunPolicy runPolicy,
    Map<String, ToolGrant> grants) {

  /** The name under which documents are tried; no agent is deployed under it. */
  public static final String TRIAL = "trial";

  public AgentDefinition {
    grants = Map.copyOf(grants);
    phases = List.copyOf(phases);
    if (phases.isEmpty()) {
      throw new IllegalArgumentException("an agent must have at least one phase");
    }
    Set<String> names = new HashSet<>();
    for (Phase phase : phases) {
      if (!names.add(phase.name())) {
        throw new IllegalArgumentException("two phases are named '" + phase.name() + "'");
      }
    }
  }

  /** Returns whether this is a document that is tried, and not a deployed agent. */
  public boolean isTrial() {
    return name.equals(TRIAL);
  }

  /** Returns whether its runs record contents, see {@link RunPolicy}. */
  public boolean recordsContent() {
    return runPolicy.recordsContent();
  }

  /**
   * Returns what the answer of its runs must be: the contract of the last phase, unless a run may
   * be completed without that.
   */
  public Optional<OutputContract> output() {
    return Optional.of(phases.getLast()).filter(Phase::critical).flatMap(Phase::output);
  }

  /** Returns the names of the tools that its phases grant. */
  public Set<String> grantedTools() {
    return phases.stream()
        .flatMap(phase -> phase.tools().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns how the agent narrows what a tool may do for it. */
  public ToolGrant grant(String tool) {
    return grants.getOrDefault(tool, ToolGrant.WHOLE);
  }

  /** Returns the phase of this name. */
  public Phase phase(String phaseName) {
    return phases.stream()
        .filter(phase -> phase.name().equals(phaseName))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException(name + " has no phase '" + phaseName + "'"));
  }
}
