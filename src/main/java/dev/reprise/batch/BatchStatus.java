package dev.reprise.batch;

import java.util.EnumSet;
import java.util.Set;

/** Where a batch stands. */
public enum BatchStatus {
  /** Its items are being read from their source; no server carries it out yet. */
  LOADING,
  /** It waits for a server that carries it out. */
  QUEUED,
  /** A job of a server carries it out. */
  RUNNING,
  /** Each item that has not ended waits, for a person or a time; no job holds it meanwhile. */
  WAITING,
  /** No item is started until a person resumes it. */
  PAUSED,
  /** Each item has ended. */
  COMPLETED,
  /** It reached one of its limits; items that had not begun stay so until it is retried. */
  FAILED,
  /** A person cancelled it, and with it all items that had not ended. */
  CANCELLED;

  /** Returns whether a batch may go from this status to {@code next}. */
  public boolean leadsTo(BatchStatus next) {
    return successors().contains(next);
  }

  private Set<BatchStatus> successors() {
    return switch (this) {
      case LOADING -> EnumSet.of(QUEUED);
      case QUEUED -> EnumSet.of(RUNNING, PAUSED);
      case RUNNING -> EnumSet.of(QUEUED, WAITING, PAUSED, COMPLETED, FAILED, CANCELLED);
      case WAITING, PAUSED -> EnumSet.of(QUEUED, RUNNING, PAUSED);
      case COMPLETED, FAILED -> EnumSet.of(QUEUED, RUNNING); // by an explicit retry
      case CANCELLED -> EnumSet.noneOf(BatchStatus.class);
    };
  }

  /** Returns whether nothing happens to the batch any more unless a person acts. */
  public boolean isEnded() {
    return this == COMPLETED || this == FAILED || this == CANCELLED;
  }
}
