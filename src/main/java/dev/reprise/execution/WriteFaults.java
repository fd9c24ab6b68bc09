package dev.reprise.execution;

import dev.reprise.agent.message.Failure;
import dev.reprise.journal.PayloadTooLargeException;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.run.state.RunState;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong while a run's events were written. The threads that write report here; a fault
 * stops the run before its next step.
 */
final class WriteFaults {

  private final UUID run;
  private final BooleanSupplier recordRequired;
  private final StopRequest stop;

  private Optional<RuntimeException> fault = Optional.empty();
  private Optional<Failure> unrecordable = Optional.empty();
  private int storeFailures;

  /**
   * @param recordRequired whether a run fails if the database takes an event only after failures
   */
  WriteFaults(UUID run, BooleanSupplier recordRequired, StopRequest stop) {
    this.run = run;
    this.recordRequired = recordRequired;
    this.stop = stop;
  }

  /**
   * Reports the end of one write.
   *
   * @param failures of the database before it took the events; null if it did not take them
   * @param reason why it did not take them
   */
  synchronized void written(@Nullable Integer failures, @Nullable Throwable reason) {
    if (failures != null && failures > 0) {
      storeFailures += failures;
      requireNoDelay(failures);
    }
    if (reason instanceof RuntimeException first && fault.isEmpty()) {
      fault = Optional.of(first);
      stop.stop(
          first instanceof StaleEpochException ? StopCause.CLAIM_LOST : StopCause.RECORD_LOST);
    }
  }

  private void requireNoDelay(int failures) {
    if (recordRequired.getAsBoolean() && unrecordable.isEmpty()) {
      unrecordable =
          Optional.of(
              new Failure(
                  "record_delayed",
                  "the database took what the run recorded only after %d failures, and reprise.durability is required"
                      .formatted(failures)));
      stop.stop(StopCause.UNRECORDABLE);
    }
  }

  /**
   * Reports that an event is too large for the record.
   *
   * @param untold the failures of the database that the refused events were to record
   */
  synchronized void refused(PayloadTooLargeException refusal, int untold, RunState state) {
    storeFailures += untold;
    unrecordable = Optional.of(OversizedPayloads.failure(run, refusal, state));
    stop.stop(StopCause.UNRECORDABLE);
  }

  /** Returns the failure of a run whose record would lack an event, or has it late. */
  synchronized Optional<Failure> unrecordable() {
    return unrecordable;
  }

  synchronized void throwFirst() {
    if (fault.isPresent()) {
      throw fault.get();
    }
  }

  /** Returns how often the database failed since this was last recorded. */
  synchronized int storeFailures() {
    return storeFailures;
  }

  /** Returns {@link #storeFailures()} and starts again at zero. */
  synchronized int takeStoreFailures() {
    int failures = storeFailures;
    storeFailures = 0;
    return failures;
  }
}
