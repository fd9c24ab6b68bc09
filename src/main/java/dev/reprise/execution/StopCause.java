package dev.reprise.execution;

/** Why a run must stop before it has ended. */
public enum StopCause {
  /** A person cancelled it. */
  CANCEL,
  /** A person paused it. */
  PAUSE,
  /** An operator stopped its job. */
  OPERATOR,
  /** This server lacks what the run pinned, so it takes no step here. */
  MISFIT,
  /** The server takes no more work: it shuts down, or is in maintenance. */
  DRAIN,
  /** An event was too large for the record, or late in a required record; the run fails. */
  UNRECORDABLE,
  /** Another server holds the run; this server may write nothing more. */
  CLAIM_LOST,
  /** The database did not take an event; the run continues from those that it took. */
  RECORD_LOST;

  /** Returns whether the current step is abandoned; otherwise it is finished first. */
  boolean abandonsStep() {
    return this == CANCEL || isBeyondTheJob();
  }

  /** Returns whether the journal would refuse everything that the job could still record. */
  public boolean isBeyondTheJob() {
    return this == CLAIM_LOST || this == RECORD_LOST;
  }
}
