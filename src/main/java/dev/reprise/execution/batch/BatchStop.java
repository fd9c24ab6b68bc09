package dev.reprise.execution.batch;

/** Why a job leaves its batch although items are left. */
enum BatchStop {
  /** The server shuts down, or is in maintenance; another job goes on at once. */
  DRAIN,
  /** An operator stopped the job in the batch administration; the batch is PAUSED. */
  OPERATOR,
  /** Another server holds the batch. */
  CLAIM_LOST
}
