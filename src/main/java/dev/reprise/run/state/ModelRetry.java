package dev.reprise.run.state;

import java.time.Instant;

/**
 * A model call that failed and is to be retried.
 *
 * @param attempts how many attempts failed so far
 * @param next when the next attempt is due
 * @param exceeded whether the transcript is too long for the model, so that its older half must be
 *     summarised first
 * @param shortened whether the run has shortened the transcript, or tried to
 */
public record ModelRetry(int attempts, Instant next, boolean exceeded, boolean shortened) {

  /**
   * Returns the retry after another failure. The transcript stays marked as too long once one
   * failure says so.
   */
  ModelRetry with(int moreAttempts, Instant later, boolean tooLong) {
    return new ModelRetry(moreAttempts, later, exceeded || tooLong, shortened);
  }

  /** Returns the retry after an attempt to shorten the transcript. */
  ModelRetry afterSummary() {
    return new ModelRetry(attempts, next, false, true);
  }
}
