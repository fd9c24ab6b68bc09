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
 * The script of a model: the turns of each phase in order.
 *
 * @param phases turns by the name of the phase
 */
record ReplyScript(Map<String, List<Turn>> phases) {

  /** The longest simulated latency of one turn. */
  static final Duration MAX_DELAY = Duration.ofMinutes(5);

  /** The longest time after which a model may be called again. */
  static final Duration MAX_WAIT = Duration.ofDays(1);

  ReplyScript {
    phases = Map.copyOf(phases);
  }

  /** One reply, or one failure. */
  sealed interface Turn {

    /** Returns the latency to simulate; zero for none. */
    Duration delay();
  }

  /**
   * The answer of the phase.
   *
   * @param reasoning what the model thinks before the text
   */
  record Answer(Duration delay, Optional<Template> reasoning, Template text) implements Turn {}

  /**
   * Tool calls, and a text with them.
   *
   * @param reasoning what the model thinks before the text
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
   * @param failure the failure as the script states it
   * @param fault the classified failure
   * @param times the number of failing attempts
   * @param then the turn after the failures; empty if all attempts fail
   */
  record Fails(Duration delay, Failure failure, Fault fault, int times, Optional<Turn> then)
      implements Turn {

    /** Returns the turn after all failures. */
    Turn last() {
      return then.orElse(this);
    }
  }

  /**
   * The turn depends on the phase's prompt.
   *
   * @param cases in order; the first whose condition is met counts, and the last has none
   */
  record Chooses(List<Case> cases) implements Turn {
    Chooses {
      cases = List.copyOf(cases);
    }

    @Override
    public Duration delay() {
      return Duration.ZERO; // the chosen turn has its own
    }

    /** Returns the turn for a prompt. */
    Turn turnFor(String prompt) {
      return cases.stream()
          .filter(it -> it.when().map(prompt::contains).orElse(true))
          .findFirst()
          .orElseThrow()
          .turn();
    }
  }

  /**
   * One of several turns.
   *
   * @param when a text that must be in the prompt; empty for any prompt
   */
  record Case(Optional<String> when, Turn turn) {}

  /** Returns the exception for a wrong script. It is no evidence against the provider's health. */
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
