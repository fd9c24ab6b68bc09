package dev.reprise.api.batch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.message.Failure;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.Json;
import java.util.Optional;
import java.util.function.Supplier;

/** What the last event of a run says of its end. */
record RunEnd(Optional<JsonNode> output, Optional<Failure> failure) {

  /** Nothing, because the run does not exist any more, or has no end. */
  static final RunEnd NONE = new RunEnd(Optional.empty(), Optional.empty());

  /**
   * Reads the last event of a run.
   *
   * @param agent loads the run's agent, which is needed only of a run that has an output
   */
  static RunEnd of(RunEvent last, Supplier<AgentDefinition> agent) {
    return switch (last) {
      case LifecycleEvent.Completed(String output) ->
          new RunEnd(Optional.of(output(output, agent.get())), Optional.empty());
      case LifecycleEvent.Failed(Failure failure) ->
          new RunEnd(Optional.empty(), Optional.of(failure));
      case LifecycleEvent.DeadLettered(Failure failure) ->
          new RunEnd(Optional.empty(), Optional.of(failure));
      default -> NONE;
    };
  }

  private static JsonNode output(String output, AgentDefinition agent) {
    return agent.output().isPresent() && agent.recordsContent()
        ? Json.read(output)
        : TextNode.valueOf(output);
  }
}
