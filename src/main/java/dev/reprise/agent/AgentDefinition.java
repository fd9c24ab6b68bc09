package dev.reprise.agent;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What an agent is. A run keeps the definition that it was submitted with to its end.
 *
 * @param name unique among the agents that a tenant sees
 * @param description for people, one paragraph
 * @param model who answers
 * @param systemPrompt given to the model at every call; may be empty
 * @param phases in order, at least one, names unique
 * @param limits how far a run of all phases together may go
 * @param compaction how transcripts are kept from growing without end; empty if they are not
 * @param recordsContent whether prompts, replies, arguments, results and outputs are recorded; if
 *     not, a run that is interrupted after the start of a phase cannot continue
 * @param fallbacks who answers in the model's place, in order, once those before do not
 * @param retries how often and when its models and tools are called again
 * @param grants how it narrows what tools may do for it, by their names; a tool that is not among
 *     them is not narrowed
 */
public record AgentDefinition(
    String name,
    String description,
    ModelChoice model,
    String systemPrompt,
    List<Phase> phases,
    Limits limits,
    Optional<Compaction> compaction,
    boolean recordsContent,
    List<ModelChoice> fallbacks,
    RetryPreferences retries,
    Map<String, ToolGrant> grants) {

  public AgentDefinition {
    grants = Map.copyOf(grants);
    phases = List.copyOf(phases);
    fallbacks = List.copyOf(fallbacks);
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

  /** Creates an agent that narrows no tool. */
  public AgentDefinition(
      String name,
      String description,
      ModelChoice model,
      String systemPrompt,
      List<Phase> phases,
      Limits limits,
      Optional<Compaction> compaction,
      boolean recordsContent,
      List<ModelChoice> fallbacks,
      RetryPreferences retries) {
    this(
        name,
        description,
        model,
        systemPrompt,
        phases,
        limits,
        compaction,
        recordsContent,
        fallbacks,
        retries,
        Map.of());
  }

  /** Creates an agent that tries again as the server does. */
  public AgentDefinition(
      String name,
      String description,
      ModelChoice model,
      String systemPrompt,
      List<Phase> phases,
      Limits limits,
      Optional<Compaction> compaction,
      boolean recordsContent,
      List<ModelChoice> fallbacks) {
    this(
        name,
        description,
        model,
        systemPrompt,
        phases,
        limits,
        compaction,
        recordsContent,
        fallbacks,
        RetryPreferences.AS_THE_SERVER);
  }

  /** Creates an agent that has one model. */
  public AgentDefinition(
      String name,
      String description,
      ModelChoice model,
      String systemPrompt,
      List<Phase> phases,
      Limits limits,
      Optional<Compaction> compaction,
      boolean recordsContent) {
    this(
        name,
        description,
        model,
        systemPrompt,
        phases,
        limits,
        compaction,
        recordsContent,
        List.of());
  }

  /** Creates an agent whose runs are recorded in full. */
  public AgentDefinition(
      String name,
      String description,
      ModelChoice model,
      String systemPrompt,
      List<Phase> phases,
      Limits limits,
      Optional<Compaction> compaction) {
    this(name, description, model, systemPrompt, phases, limits, compaction, true);
  }

  /** Creates an agent whose transcripts are never compacted. */
  public AgentDefinition(
      String name,
      String description,
      ModelChoice model,
      String systemPrompt,
      List<Phase> phases,
      Limits limits) {
    this(name, description, model, systemPrompt, phases, limits, Optional.empty());
  }

  /** Returns all its models in the order in which they are asked, at least one. */
  public List<ModelChoice> models() {
    return Stream.concat(Stream.of(model), fallbacks.stream()).toList();
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
