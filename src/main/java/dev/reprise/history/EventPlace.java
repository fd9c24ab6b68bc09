package dev.reprise.history;

import dev.reprise.journal.RecordedEvent;
import java.time.Instant;

/**
 * An event of a run's journal.
 *
 * @param at when it was recorded
 */
public record EventPlace(long sequence, Instant at) {

  static EventPlace of(RecordedEvent recorded) {
    return new EventPlace(recorded.sequence(), recorded.at());
  }
}
