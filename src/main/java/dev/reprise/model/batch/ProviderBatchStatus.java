package dev.reprise.model.batch;

import java.util.Optional;

/**
 * Where a batch stands at its provider.
 *
 * @param id the provider's name for it
 * @param succeeded the number of requests that have a reply
 * @param failed the number of those that ended without one
 * @param problem why the provider refused the batch as a whole, in its words, with codes and lines
 *     if it names them
 */
public record ProviderBatchStatus(
    String id, State state, int succeeded, int failed, Optional<String> problem) {

  /** Where a batch stands. */
  public enum State {
    /** The provider is at work, or about to end after {@link BatchModel#cancel}. */
    IN_PROGRESS,
    /** Each request has a reply or a failure. */
    ENDED,
    /** The provider's time for it was over; requests may have replies. */
    EXPIRED,
    /** It was cancelled; requests may have replies. */
    CANCELLED,
    /** The provider refused the batch as a whole; no request has a reply. */
    FAILED;

    /** Returns whether the results are complete. */
    public boolean isFinal() {
      return this != IN_PROGRESS;
    }
  }
}
