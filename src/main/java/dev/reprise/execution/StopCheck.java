package dev.reprise.execution;

import java.util.Optional;

/** Asks whether the run is to stop; cheap. */
@FunctionalInterface
public interface StopCheck {

  /** How often it is asked while a model or a tool works. */
  long EVERY_MILLIS = 200;

  /** Returns why the run is to stop, or empty if it is to go on. */
  Optional<StopCause> cause();

  /** Returns whether to go on waiting for the step in hand. */
  default boolean letsStepFinish() {
    return cause().filter(StopCause::abandonsStep).isEmpty();
  }
}
