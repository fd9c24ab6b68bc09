package dev.reprise.model.script;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.Template;
import dev.reprise.agent.message.Failure;
import dev.reprise.model.ModelException;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a scripted model says: for each phase, its turns in order.
 *
 * @param phases turns by the name of the phase
 */
record ReplyScript(Map<String, List<Turn>> phases) {

  /** The longest simulated latency of one turn. */
  static final Duration MAX_DELAY = Duration.ofMinutes(5);

  /** The longest time for which the model wants to be left alone. */
  static final Duration MAX_WAIT = Duration.ofDays(1);

  ReplyScript {
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

  /**
   * The model fails.
   *
   * @param failure in the script's words
   * @param fault the same, classified
   * @param times how often it fails
   * @param then what it says behind; empty if it only fails
   */
  record Fails(Duration delay, Failure failure, Fault fault, int times, Optional<Turn> then)
      implements Turn {

    /** Returns how the turn ends, if somebody asks often enough. */
    Turn atLast() {
      return then.orElse(this);
    }
  }

  /** Returns that the script is wrong, which says nothing about the health of who reads it. */
  static ModelException wrong(Failure failure) {
    return new ModelException(failure, new Fault(FailureClass.INVALID_REQUEST, failure.message()));
  }

  /**
   * One tool call.
   *
   * @param arguments an object; every string in it is a template
   */
  record Call(String id, String tool, JsonNode arguments) {}
}
