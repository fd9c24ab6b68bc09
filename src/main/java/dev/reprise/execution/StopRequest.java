package dev.reprise.execution;

import java.util.Optional;
import java.util.UUID;

/** Why a run must stop before its next step, if it must. Any thread may ask. */
final class StopRequest {

  private final UUID run;

  private Optional<StopCause> cause = Optional.empty();
  private Optional<DefinitionMismatch> mismatch = Optional.empty();

  StopRequest(UUID run) {
    this.run = run;
  }

  /** Asks for a stop; the first cause counts, unless a later one abandons the step. */
  synchronized void stop(StopCause why) {
    if (cause.isEmpty() || why.abandonsStep()) {
      cause = Optional.of(why);
    }
  }

  /** Asks for a stop because this server lacks what the run pinned. */
  synchronized void stop(DefinitionMismatch why) {
    mismatch = Optional.of(why);
    stop(StopCause.MISFIT);
  }

  synchronized Optional<StopCause> cause() {
    return cause;
  }

  /**
   * Returns the differences that led to {@link StopCause#MISFIT}.
   *
   * @throws IllegalStateException if none were reported
   */
  synchronized DefinitionMismatch mismatch() {
    return mismatch.orElseThrow(
        () ->
            new IllegalStateException(
                "run %s: no definition mismatch was reported".formatted(run)));
  }
}
