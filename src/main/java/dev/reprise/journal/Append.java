package dev.reprise.journal;

import java.util.ArrayList;
import java.util.List;

/**
 * Events ready to be written: encoded, numbered and chained.
 *
 * @param row the change that goes with them
 * @param entries in order, at least one
 */
record Append(Writer writer, RowChange row, List<Entry> entries) {

  /**
   * One event as it will stand in its row.
   *
   * @param position its place, with its hash
   */
  record Entry(Position position, String type, int version, String payload) {}

  static Append of(
      EventCodec codec,
      Writer writer,
      Position head,
      List<? extends RunEvent> events,
      RowChange row) {
    if (events.isEmpty()) {
      throw new IllegalArgumentException("an append without an event");
    }
    List<Entry> entries = new ArrayList<>(events.size());
    Position end = head;
    for (RunEvent event : events) {
      EventType type = EventType.of(event);
      String payload = codec.write(event);
      end =
          HashChain.next(
              end, writer.run(), writer.epoch(), type.typeName(), type.version(), payload);
      entries.add(new Entry(end, type.typeName(), type.version(), payload));
    }
    return new Append(writer, row, entries);
  }

  /** Returns the place of its first event. */
  long start() {
    return entries.getFirst().position().sequence();
  }

  /** Returns where the journal ends behind it. */
  Position end() {
    return entries.getLast().position();
  }

  /** Returns about how much memory its payloads take, in KiB, at least 1. */
  int kibibytes() {
    long characters = entries.stream().mapToLong(entry -> entry.payload().length()).sum();
    return (int) Math.min(Integer.MAX_VALUE, 1 + characters / 1024);
  }
}
