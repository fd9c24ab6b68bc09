package dev.reprise.schedule;

/** Why a firing waits, or was skipped. */
public enum FiringReason {
  /** The schedule is in its cooldown. */
  COOLDOWN,
  /** An earlier firing of the schedule is still open. */
  OVERLAP,
  /** Another firing already waits for the end of the earlier one. */
  QUEUE_FULL,
  /** A later firing replaced it, or it waits for the end of the one that it replaces. */
  REPLACED,
  /** Its time passed while no server ran. */
  MISSED,
  /** Its time was missed, and a later one, which was missed too, fires for both. */
  COLLAPSED,
  /** It was missed by more than the schedule's grace. */
  PAST_GRACE,
  /** The schedule is, or was, paused. */
  PAUSED,
  /** The schedule has as many open runs as it may have. */
  LIMIT_OF_SCHEDULE,
  /** The agent has as many as it may have, over all schedules of its tenant. */
  LIMIT_OF_AGENT,
  /** The tenant has as many as it may have. */
  LIMIT_OF_TENANT,
  /** All schedules together have as many as they may have. */
  LIMIT,
  /** It is spread over time with others that were missed, or comes after them. */
  SPREAD,
  /** An attempt failed; the next one comes later. */
  RETRY,
  /** Something that its agent needs is not there yet. */
  NOT_READY,
  /** Its server died before it submitted the run. */
  RECOVERED,
  /** A person withdrew it. */
  WITHDRAWN
}
