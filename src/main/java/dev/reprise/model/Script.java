package dev.reprise.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.Failure;
import dev.reprise.agent.Template;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a scripted model says: for each phase, its turns in order.
 *
 * @param phases turns by the name of the phase
 */
record Script(Map<String, List<Turn>> phases) {

  /** The longest simulated latency of one turn. */
  static final Duration MAX_DELAY = Duration.ofMinutes(5);

  Script {
    phases = Map.copyOf(phases);
  }

  /** One reply, or one failure to reply. */
  sealed interface Turn {

    /** Returns the latency to simulate; zero for none. */
    Duration delay();
  }

  /**
   * The phase's answer.
   *
   * @param reasoning what the model thinks before
   */
  record Answer(Duration delay, Optional<Template> reasoning, Template text) implements Turn {}

  /**
   * The tools that the model asks for, and what it says about it.
   *
   * @param reasoning what the model thinks before
   */
  record Asks(Duration delay, Optional<Template> reasoning, Template text, List<Call> calls)
      implements Turn {
    Asks {
      calls = List.copyOf(calls);
    }
  }

  /** The model fails. */
  record Fails(Duration delay, Failure failure) implements Turn {}

  /**
   * One tool call.
   *
   * @param arguments an object; every string in it is a template
   */
  record Call(String id, String tool, JsonNode arguments) {}
}
