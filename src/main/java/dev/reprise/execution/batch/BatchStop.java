package dev.reprise.execution.batch;

/** Why a job leaves its batch although items are left. */
enum BatchStop {
  /** The server shuts down; another job goes on at once. */
  SHUTDOWN,
  /** An operator stopped the job in the batch administration; the batch is PAUSED. */
  OPERATOR,
  /** Another server holds the batch. */
  CLAIM_LOST
}
