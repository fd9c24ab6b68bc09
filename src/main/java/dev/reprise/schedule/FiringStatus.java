package dev.reprise.schedule;

/** The status of a firing. */
public enum FiringStatus {
  /** It has not started, or waits for its next attempt. */
  PENDING,
  /** It has a slot, and its run is open. */
  ACTIVE,
  /** Its run completed. */
  COMPLETED,
  /** Its run failed as often as the schedule allows: a dead letter. A person may retry the run. */
  FAILED,
  /** Its run was cancelled, or the firing before it had a run. */
  CANCELLED,
  /** A policy skipped it; its reason says which. */
  SKIPPED;

  /** Returns whether the status is final. */
  public boolean isEnded() {
    return this != PENDING && this != ACTIVE;
  }
}
