package dev.reprise.history;

import dev.reprise.journal.RecordedEvent;
import java.util.List;
import java.util.function.Consumer;

/** The events of one run. */
@FunctionalInterface
interface EventSource {

  /** How many events are in memory at once. */
  int PAGE = 500;

  /**
   * Returns events in their order, fewer than the limit if they are large; none only at the end.
   *
   * @param after the sequence of the event before the first one; 0 for all
   */
  List<RecordedEvent> read(long after, int limit);

  /** Gives the events from one up to the one before another, a page at a time. */
  default void forEach(long first, long end, Consumer<RecordedEvent> reader) {
    long next = first;
    while (next < end) {
      List<RecordedEvent> page = read(next - 1, (int) Math.min(PAGE, end - next));
      if (page.isEmpty()) {
        return;
      }
      page.forEach(reader);
      next = page.getLast().sequence() + 1;
    }
  }
}
