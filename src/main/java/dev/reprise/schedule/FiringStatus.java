package dev.reprise.schedule;

/** Where a firing stands. */
public enum FiringStatus {
  /** It has not started, or waits to be tried again. */
  PENDING,
  /** It has a slot, and its run is on its way. */
  ACTIVE,
  /** Its run completed. */
  COMPLETED,
  /** Its run failed as often as the schedule allows: a dead letter. A person may retry the run. */
  FAILED,
  /** Its run was cancelled, or it was before it had one. */
  CANCELLED,
  /** A policy passed over it; its reason says which. */
  SKIPPED;

  /** Returns whether nothing happens to it any more. */
  public boolean isEnded() {
    return this != PENDING && this != ACTIVE;
  }
}
