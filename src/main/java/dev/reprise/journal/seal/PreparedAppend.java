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
 * @param row the change that goes with them
 * @param entries in order, at least one
 * @param events what the entries say, in the same order
 */
public record PreparedAppend(
    Writer writer, FencedUpdate row, List<Entry> entries, List<RunEvent> events) {

  /**
   * One event as it will rest.
   *
   * @param blob where its payload rests, if that is large
   */
  public record Entry(StoredEvent row, Optional<Blob> blob) {

    public Position position() {
      return row.position();
    }
  }

  /**
   * Makes the rows of events that follow on a position.
   *
   * @throws PayloadTooLargeException if one of them is larger than any may be
   */
  public static PreparedAppend of(
      EventEncoder recorder,
      Writer writer,
      Position head,
      List<? extends RunEvent> events,
      FencedUpdate row) {
    if (events.isEmpty()) {
      throw new IllegalArgumentException("an append without an event");
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

  /** Returns the place of its first event. */
  public long start() {
    return entries.getFirst().position().sequence();
  }

  /** Returns where the journal ends behind it. */
  public Position end() {
    return entries.getLast().position();
  }

  /** Returns the large payloads that its events need. */
  public List<Blob> blobs() {
    return entries.stream().flatMap(entry -> entry.blob().stream()).toList();
  }

  /** Returns about how much memory its payloads take, in KiB, at least 1. */
  public int kibibytes() {
    long characters =
        entries.stream()
            .mapToLong(
                entry ->
                    entry.row().payload().length()
                        + entry.blob().map(blob -> blob.content().length()).orElse(0))
            .sum();
    return (int) Math.min(Integer.MAX_VALUE, 1 + characters / 1024);
  }
}
