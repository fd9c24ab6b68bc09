package dev.reprise.run.state;

import java.time.Instant;

/**
 * A model call that failed and is to be made again.
 *
 * @param attempts that failed so far
 * @param next when the next one is due
 * @param exceeded whether the model cannot read so long a transcript, whose older half is to be
 *     summarised first
 * @param shortened whether that was done, or tried
 */
public record ModelRetry(int attempts, Instant next, boolean exceeded, boolean shortened) {

  /** Returns the retry behind another failure, in whatever the two are. */
  ModelRetry with(int moreAttempts, Instant later, boolean tooLong) {
    return new ModelRetry(moreAttempts, later, exceeded || tooLong, shortened);
  }

  /** Returns the retry behind an attempt to make the transcript shorter. */
  ModelRetry afterSummary() {
    return new ModelRetry(attempts, next, false, true);
  }
}
