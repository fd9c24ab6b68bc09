package dev.reprise.api.stream;

import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * What is next to be written to streams: the texts of events that follow each other in a journal,
 * made once for all streams that stand before them, or a single text that is no event.
 *
 * @param start behind which event it begins
 * @param texts one an event
 * @param end where a stream stands that has it
 */
record StreamChunk(Position start, List<byte[]> texts, Position end) {

  /** Where a passage ends, although more could be read; an event larger than that is one alone. */
  static final int FULL_BYTES = 256 * 1024;

  StreamChunk {
    texts = List.copyOf(texts);
  }

  /** Returns a text that leaves a stream where it stands. */
  static StreamChunk at(Position place, byte[] text) {
    return new StreamChunk(place, List.of(text), place);
  }

  /** Returns the first of these events, as many as fit; at least one, if there is one. */
  static StreamChunk of(Position start, List<RecordedEvent> events) {
    List<byte[]> texts = new ArrayList<>();
    Position end = start;
    long bytes = 0;
    for (RecordedEvent event : events) {
      byte[] text = ServerSentEvents.text(event);
      bytes += text.length;
      if (bytes > FULL_BYTES && !texts.isEmpty()) {
        break;
      }
      texts.add(text);
      end = event.position();
    }
    return new StreamChunk(start, texts, end);
  }

  /** Returns whether it has the event that is next for a stream that stands there. */
  boolean leadsOnFrom(Position place) {
    return start.sequence() <= place.sequence() && place.sequence() < end.sequence();
  }

  /** Returns which of the texts is next for a stream that stands there. */
  int nextFrom(Position place) {
    return Math.toIntExact(place.sequence() - start.sequence());
  }

  long bytes() {
    return texts.stream().mapToLong(text -> text.length).sum();
  }
}
