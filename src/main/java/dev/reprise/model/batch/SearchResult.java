package dev.reprise.model.batch;

/** What a provider knows of a submission. */
public sealed interface SearchResult {

  /** The provider has the batch. */
  record Found(ProviderBatchStatus batch) implements SearchResult {}

  /** The provider has no such batch: it may be submitted again. */
  record Absent() implements SearchResult {}

  /**
   * The provider has a batch that may be the one, and says only at its end whether it is. Ask again
   * later, and do not submit again until then.
   */
  record Undecided() implements SearchResult {}
}
