package dev.reprise.api.stream;

import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * What is written next to streams: the texts of consecutive events of a journal, made once for all
 * streams that lack them; or a single text that is no event.
 *
 * @param start the event before the first one
 * @param texts one for each event
 * @param end the position of a stream that has the chunk
 */
record StreamChunk(Position start, List<byte[]> texts, Position end) {

  /** The size at which a chunk ends although more could be read. A larger event is one alone. */
  static final int FULL_BYTES = 256 * 1024;

  StreamChunk {
    texts = List.copyOf(texts);
  }

  /** Returns a text that leaves a stream at its position. */
  static StreamChunk at(Position position, byte[] text) {
    return new StreamChunk(position, List.of(text), position);
  }

  /** Returns as many of these events as fit, from the first on; at least one, if there is one. */
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

  /** Returns whether the chunk has the event after this position. */
  boolean continuesFrom(Position position) {
    return start.sequence() <= position.sequence() && position.sequence() < end.sequence();
  }

  /** Returns the index of the text that comes after this position. */
  int nextFrom(Position position) {
    return Math.toIntExact(position.sequence() - start.sequence());
  }

  long bytes() {
    return texts.stream().mapToLong(text -> text.length).sum();
  }
}
