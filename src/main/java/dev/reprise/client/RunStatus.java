package dev.reprise.client;

/** Where a run stands. */
public enum RunStatus {
  QUEUED,
  RUNNING,
  WAITING,
  PAUSED,
  COMPLETED,
  FAILED,
  CANCELLED,
  DEAD_LETTER,
  /** Something that this version of the client does not know. */
  UNKNOWN;

  static RunStatus of(String name) {
    for (RunStatus status : values()) {
      if (status.name().equals(name)) {
        return status;
      }
    }
    return UNKNOWN;
  }

  public boolean isEnded() {
    return switch (this) {
      case COMPLETED, FAILED, CANCELLED, DEAD_LETTER -> true;
      case QUEUED, RUNNING, WAITING, PAUSED, UNKNOWN -> false;
    };
  }
}
