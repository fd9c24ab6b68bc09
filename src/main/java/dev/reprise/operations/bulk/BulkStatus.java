package dev.reprise.operations.bulk;

/** How far the operation as a whole has come. */
public enum BulkStatus {
  /** It shows what would be done, and is carried out when the person orders it. */
  PREVIEW,
  /** It waits for a server. */
  QUEUED,
  /** A server carries it out. */
  RUNNING,
  /** The act was tried on each run. */
  COMPLETED,
  /** A person stopped it; the rest of the runs stay as they are. */
  CANCELLED;

  public boolean isEnded() {
    return this == COMPLETED || this == CANCELLED;
  }
}
