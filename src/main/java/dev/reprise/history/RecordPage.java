package dev.reprise.history;

import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RecordedEvent;
import java.util.List;
import java.util.Optional;

/**
 * Some events of a run in their order.
 *
 * @param isLast whether no event follows them
 */
public record RecordPage(List<RecordedEvent> events, boolean isLast) {

  public RecordPage {
    events = List.copyOf(events);
  }

  /**
   * Returns a page of these events. Few events are no sign of the end: a page of large ones is
   * short.
   *
   * @param newest the sequence of the run's newest event
   */
  public static RecordPage of(List<RecordedEvent> events, long newest) {
    return new RecordPage(events, events.isEmpty() || events.getLast().sequence() >= newest);
  }

  /** Returns the sequence after which the next page begins; empty on the last one. */
  public Optional<Long> nextAfter() {
    return isLast ? Optional.empty() : Optional.of(events.getLast().sequence());
  }

  /**
   * Returns the page without its newest reply and what follows, unless it is the last one or would
   * be empty. So all events about a call are on one page.
   */
  public RecordPage untilLastReply() {
    for (int i = events.size() - 1; i > 0 && !isLast; i--) {
      if (events.get(i).event() instanceof ModelEvent.Replied) {
        return new RecordPage(events.subList(0, i), false);
      }
    }
    return this;
  }
}
