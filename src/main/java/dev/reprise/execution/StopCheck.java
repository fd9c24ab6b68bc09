package dev.reprise.execution;

import java.util.Optional;

/** Checks whether a run must stop; cheap. */
@FunctionalInterface
public interface StopCheck {

  /** How often to check while a model or a tool works. */
  long EVERY_MILLIS = 200;

  /** Returns why the run must stop, or empty if it continues. */
  Optional<StopCause> cause();

  /** Returns whether to keep waiting for the current step. */
  default boolean letsStepFinish() {
    return cause().filter(StopCause::abandonsStep).isEmpty();
  }
}
