package dev.reprise.run.state;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Where a run stands. */
public enum RunStatus {
  /** Due: a server will take it on. */
  QUEUED,
  /** Held by a server, under a lease. */
  RUNNING,
  /** Waits for someone or something; holds no thread, connection or lease. */
  WAITING,
  /** Stopped by an operator for now. */
  PAUSED,
  /** Ended with its answer. */
  COMPLETED,
  /** Ended without one; an explicit retry goes on from the step that failed. */
  FAILED,
  /** Ended by someone. */
  CANCELLED,
  /** Given up after too many attempts without progress; an explicit retry goes on. */
  DEAD_LETTER;

  /** Returns whether a run may go from this status to {@code next}. */
  public boolean leadsTo(RunStatus next) {
    return successors().contains(next);
  }

  /** Returns whether nothing happens to the run any more unless someone retries it. */
  public boolean isEnded() {
    return switch (this) {
      case COMPLETED, FAILED, CANCELLED, DEAD_LETTER -> true;
      case QUEUED, RUNNING, WAITING, PAUSED -> false;
    };
  }

  /** Returns whether not even a retry leads on from here. */
  public boolean isFinal() {
    return successors().isEmpty();
  }

  /** Returns the statuses from which a run may come to this one. */
  Set<RunStatus> predecessors() {
    return Arrays.stream(values())
        .filter(status -> status.leadsTo(this))
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(RunStatus.class)));
  }

  private Set<RunStatus> successors() {
    return switch (this) {
      case QUEUED -> EnumSet.of(RUNNING, PAUSED, CANCELLED, DEAD_LETTER);
      case RUNNING ->
          EnumSet.of(QUEUED, WAITING, PAUSED, COMPLETED, FAILED, CANCELLED, DEAD_LETTER);
      case WAITING -> EnumSet.of(QUEUED, PAUSED, CANCELLED);
      case PAUSED -> EnumSet.of(QUEUED, CANCELLED);
      case FAILED, DEAD_LETTER -> EnumSet.of(QUEUED); // by an explicit retry
      case COMPLETED, CANCELLED -> EnumSet.noneOf(RunStatus.class);
    };
  }
}
