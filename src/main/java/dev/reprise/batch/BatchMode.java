package dev.reprise.batch;

/** Where the replies for the items of a batch come from. */
public enum BatchMode {
  /** Each run calls its model. */
  RUNS,
  /** Batches of the model's provider give the replies before the runs begin. */
  PROVIDER_BATCH
}
