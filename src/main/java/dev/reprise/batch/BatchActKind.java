package dev.reprise.batch;

/** What people do with batches. */
public enum BatchActKind {
  SUBMIT,
  PAUSE,
  RESUME,
  CANCEL,
  RETRY_FAILED,
  APPROVE
}
