package dev.reprise.history;

import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.queue.row.RecordReads;
import dev.reprise.queue.row.Run;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds events in the record of a run. Records may be encrypted, so the search reads one event
 * after another, and a page ends after {@value #MAX_CHARACTERS} characters or two seconds, even if
 * nothing was found.
 */
@ApplicationScoped
public class EventSearch {

  /** What one request reads; the next page continues. */
  static final long MAX_CHARACTERS = 16 * 1024 * 1024;

  static final Duration READING = Duration.ofSeconds(2);

  private static final int AT_ONCE = 200;

  private final RecordReader records;
  private final RecordReads reads;
  private final Clock clock;

  @Inject
  public EventSearch(RecordReader records, RecordReads reads, Clock clock) {
    this.records = records;
    this.reads = reads;
    this.clock = clock;
  }

  /**
   * A page of events.
   *
   * @param last the sequence of the last event that was examined, after which the next page begins
   */
  public record Found(List<RecordedEvent> events, long last) {
    public Found {
      events = List.copyOf(events);
    }
  }

  /**
   * Returns the next events of a run that a filter finds.
   *
   * @param after the sequence of the event before the first one, which the run must have; 0 for all
   * @throws RecordReads.TooManyReadsException if too many records are being read
   * @throws BrokenRecordException as {@link RecordReader#read} does
   */
  public Found find(Run run, long after, EventFilter filter, int limit) {
    return reads.of(run.tenant(), () -> search(run, after, filter, limit));
  }

  private Found search(Run run, long after, EventFilter filter, int limit) {
    EventMatcher matcher = matcher(run, after, filter);
    Instant end = clock.instant().plus(READING);
    List<RecordedEvent> found = new ArrayList<>();
    long last = after;
    long characters = 0;
    do {
      List<RecordedEvent> page = records.read(run, last, AT_ONCE);
      if (page.isEmpty()) {
        break;
      }
      for (RecordedEvent event : page) {
        if (matcher.finds(event)) {
          found.add(event);
        }
        last = event.sequence();
        characters += event.payload().length();
        if (found.size() == limit) {
          return new Found(found, last);
        }
      }
    } while (characters < MAX_CHARACTERS && clock.instant().isBefore(end));
    return new Found(found, last);
  }

  /** Returns a matcher that knows the calls of the last reply before the place where it begins. */
  private EventMatcher matcher(Run run, long after, EventFilter filter) {
    var matcher = new EventMatcher(filter);
    EventSource record = (from, limit) -> records.read(run, from, limit);
    long first = after + 1;
    while (filter.tool().isPresent() && first > 1 && !matcher.knowsCalls()) {
      long end = first;
      first = Math.max(1, end - AT_ONCE);
      record.forEach(first, end, matcher::pass);
    }
    return matcher;
  }
}
