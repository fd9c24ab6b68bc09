package dev.reprise.schedule;

/** Why a firing waits, or was passed over. */
public enum FiringReason {
  /** The schedule rests for its cooldown. */
  COOLDOWN,
  /** An earlier firing of the schedule is still open. */
  OVERLAP,
  /** Another one waits already for the earlier one to end. */
  QUEUE_FULL,
  /** A later firing took its place, or waits for the end of the one whose place it takes. */
  REPLACED,
  /** Its time passed while no server was there. */
  MISSED,
  /** So did that of a later one, which fires for both. */
  COLLAPSED,
  /** It was missed by more than the schedule's grace. */
  PAST_GRACE,
  /** The schedule is, or was, paused. */
  PAUSED,
  /** The schedule has as many runs on their way as it may. */
  LIMIT_OF_SCHEDULE,
  /** The agent has, over all schedules of its tenant. */
  LIMIT_OF_AGENT,
  /** The tenant has. */
  LIMIT_OF_TENANT,
  /** All schedules together have. */
  LIMIT,
  /** It is spread over time with others that were missed, or comes behind them. */
  SPREAD,
  /** An attempt failed; it is tried again later. */
  RETRY,
  /** The server that was about to start it died. */
  RECOVERED,
  /** Somebody took it back. */
  WITHDRAWN
}
