package dev.reprise.run.state;

import java.util.EnumSet;
import java.util.Set;

/** The status of a run. */
public enum RunStatus {
  /** The run is due: a server will claim it. */
  QUEUED,
  /** A server holds the run, under a lease. */
  RUNNING,
  /** The run waits for a person, a time or a run; it holds no thread, connection or lease. */
  WAITING,
  /** An operator has paused the run. */
  PAUSED,
  /** The run ended with its answer. */
  COMPLETED,
  /** The run ended without an answer; an explicit retry continues from the step that failed. */
  FAILED,
  /** A person cancelled the run, or its parent run ended. */
  CANCELLED,
  /**
   * The run was given up after too many attempts without progress; an explicit retry continues it.
   */
  DEAD_LETTER;

  /** Returns whether a run may change from this status to {@code next}. */
  public boolean leadsTo(RunStatus next) {
    return successors().contains(next);
  }

  /** Returns whether the run has ended and stays so unless a person retries it. */
  public boolean isEnded() {
    return switch (this) {
      case COMPLETED, FAILED, CANCELLED, DEAD_LETTER -> true;
      case QUEUED, RUNNING, WAITING, PAUSED -> false;
    };
  }

  /** Returns whether not even a retry continues the run. */
  public boolean isFinal() {
    return successors().isEmpty();
  }

  private Set<RunStatus> successors() {
    return switch (this) {
      case QUEUED -> EnumSet.of(RUNNING, PAUSED, CANCELLED, DEAD_LETTER);
      case RUNNING ->
          EnumSet.of(QUEUED, WAITING, PAUSED, COMPLETED, FAILED, CANCELLED, DEAD_LETTER);
      case WAITING -> EnumSet.of(QUEUED, PAUSED, CANCELLED);
      case PAUSED -> EnumSet.of(QUEUED, PAUSED, CANCELLED); // PAUSED: by a denial
      case FAILED, DEAD_LETTER -> EnumSet.of(QUEUED); // by an explicit retry
      case COMPLETED, CANCELLED -> EnumSet.noneOf(RunStatus.class);
    };
  }
}
