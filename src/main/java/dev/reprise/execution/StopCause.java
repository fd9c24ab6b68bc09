package dev.reprise.execution;

/** Why a run is to stop before it has ended. */
public enum StopCause {
  /** Someone wants it ended. */
  CANCEL,
  /** Someone wants it paused. */
  PAUSE,
  /** An operator stopped its job. */
  OPERATOR,
  /** This server has not what the run keeps; no step is taken here. */
  MISFIT,
  /** The server shuts down. */
  SHUTDOWN,
  /** What happened is too large for the record, or is late in one that is required; it fails. */
  UNRECORDABLE,
  /** Another server holds the run; nothing may be written any more. */
  CLAIM_LOST,
  /** The database did not take what happened; the run goes on from what it took. */
  RECORD_LOST;

  /** Returns whether the step in hand is abandoned too; otherwise it is finished first. */
  boolean abandonsStep() {
    return this == CANCEL || isBeyondTheJob();
  }

  /** Returns whether nothing that the job could still record would be believed. */
  public boolean isBeyondTheJob() {
    return this == CLAIM_LOST || this == RECORD_LOST;
  }
}
