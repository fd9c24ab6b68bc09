package dev.reprise.batch;

/** What became of an item. While its run is queued, running or waiting, an item is PENDING. */
public enum ItemStatus {
  /** It has not ended. */
  PENDING,
  /** Its run was completed. */
  COMPLETED,
  /** Its run failed or was given up, or could not be submitted. */
  FAILED,
  /** It, or its batch, was cancelled. */
  CANCELLED,
  /** Its key was completed in an earlier batch of the same name, whose result is its own. */
  SKIPPED
}
