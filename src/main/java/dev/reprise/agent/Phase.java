package dev.reprise.agent;

import java.util.List;
import java.util.Optional;

/**
 * One part of an agent's work: a loop of model calls and tool calls that ends with an answer.
 *
 * @param name unique within the agent
 * @param prompt the task, which may refer to the run's input and the outputs of earlier phases
 * @param tools the tools that the model may call in this phase
 * @param critical whether the run fails if this phase fails; otherwise the phase is skipped with a
 *     warning
 * @param limits the limits of the phase
 * @param allowsEmptyAnswer whether the model may end the phase without a text; otherwise it is
 *     asked again
 * @param output what the answer must be; any text if it is empty
 */
public record Phase(
    String name,
    Template prompt,
    List<String> tools,
    boolean critical,
    Limits limits,
    boolean allowsEmptyAnswer,
    Optional<OutputContract> output) {

  public Phase {
    tools = List.copyOf(tools);
  }

  /** Creates a phase whose answer may be any text but an empty one. */
  public Phase(String name, Template prompt, List<String> tools, boolean critical, Limits limits) {
    this(name, prompt, tools, critical, limits, false, Optional.empty());
  }
}
