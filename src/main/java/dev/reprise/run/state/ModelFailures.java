package dev.reprise.run.state;

import dev.reprise.agent.message.Failure;
import java.util.Optional;

/**
 * How the model calls for a phase's next reply have failed.
 *
 * @param retry the next attempt, if there will be one
 * @param last why the newest call gave no reply, if there is no other attempt
 */
public record ModelFailures(Optional<ModelRetry> retry, Optional<Failure> last) {

  static final ModelFailures NONE = new ModelFailures(Optional.empty(), Optional.empty());

  ModelFailures with(Optional<ModelRetry> next) {
    return new ModelFailures(next, last);
  }
}
