package dev.reprise.journal.seal;

import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.PayloadTooLargeException;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Events ready to be written: redacted, encoded, numbered and chained.
 *
 * @param row the change of the run's row that commits with them
 * @param entries in order, at least one
 * @param events the entries decoded, in the same order
 */
public record PreparedAppend(
    Writer writer, FencedUpdate row, List<Entry> entries, List<RunEvent> events) {

  /**
   * One event as it will be stored.
   *
   * @param blob its payload, if that is large
   */
  public record Entry(StoredEvent row, Optional<Blob> blob) {

    public Position position() {
      return row.position();
    }
  }

  /**
   * Creates the rows of the events after a position.
   *
   * @throws PayloadTooLargeException if a payload is larger than {@code reprise.record.max-bytes}
   */
  public static PreparedAppend of(
      EventEncoder recorder,
      Writer writer,
      Position head,
      List<? extends RunEvent> events,
      FencedUpdate row) {
    if (events.isEmpty()) {
      throw new IllegalArgumentException("an append must have an event");
    }
    List<Entry> entries = new ArrayList<>(events.size());
    List<RunEvent> redacted = events.stream().map(recorder::redacted).toList();
    Position end = head;
    for (RunEvent event : redacted) {
      Entry entry = recorder.write(writer, end, event);
      end = entry.position();
      entries.add(entry);
    }
    return new PreparedAppend(writer, row, entries, redacted);
  }

  /** Returns the sequence of its first event. */
  public long start() {
    return entries.getFirst().position().sequence();
  }

  /** Returns where the journal ends after it. */
  public Position end() {
    return entries.getLast().position();
  }

  /** Returns roughly how much memory its payloads take, in KiB, at least 1. */
  public int kibibytes() {
    return (int) Math.min(Integer.MAX_VALUE, 1 + characters() / 1024);
  }

  /** Returns how many characters its payloads have. */
  public long characters() {
    long characters = 0;
    for (Entry entry : entries) {
      characters += entry.row().payload().length();
      characters += entry.blob().map(blob -> blob.content().length()).orElse(0);
    }
    return characters;
  }
}
