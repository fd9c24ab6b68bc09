package dev.reprise.journal.file;

import static java.util.Objects.requireNonNull;

import dev.reprise.journal.Position;
import dev.reprise.journal.RecordHeader;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.StoredEvent;
import dev.reprise.journal.store.EventReader;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A line of a record file: exactly one of these three. Tested by {@code RecordFileTest}.
 *
 * @param header the first line
 * @param event each line between
 * @param end the last line
 */
record RecordLine(Optional<RecordHeader> header, Optional<Event> event, Optional<End> end) {

  static RecordLine of(RecordHeader header) {
    return new RecordLine(Optional.of(header), Optional.empty(), Optional.empty());
  }

  static RecordLine of(Event event) {
    return new RecordLine(Optional.empty(), Optional.of(event), Optional.empty());
  }

  static RecordLine of(End end) {
    return new RecordLine(Optional.empty(), Optional.empty(), Optional.of(end));
  }

  /**
   * A {@link StoredEvent}, flat: each component is a member of the line.
   *
   * @param content of the blob, if a blob holds the payload
   */
  record Event(
      UUID run,
      String tenant,
      long sequence,
      long epoch,
      String type,
      int version,
      Instant at,
      String payload,
      String sealKey,
      String cipherKey,
      String blob,
      Optional<String> content,
      String hash) {

    /** A file may come from anywhere: an event without one of these is refused. */
    public Event {
      requireNonNull(run);
      requireNonNull(tenant);
      requireNonNull(type);
      requireNonNull(at);
      requireNonNull(payload);
      requireNonNull(sealKey);
      requireNonNull(cipherKey);
      requireNonNull(blob);
      requireNonNull(hash);
    }

    static Event of(EventReader.Row row) {
      StoredEvent event = row.event();
      StoredEvent.Protection protection = event.protection();
      return new Event(
          event.run(),
          event.tenant(),
          event.sequence(),
          event.epoch(),
          event.type(),
          event.version(),
          event.at(),
          event.payload(),
          protection.sealKey(),
          protection.cipherKey(),
          protection.blob(),
          protection.blob().isEmpty() ? Optional.empty() : Optional.of(row.content()),
          event.hash());
    }

    /** Returns the event with the stored content of its payload. */
    EventReader.Row row() {
      var protection = new StoredEvent.Protection(sealKey, cipherKey, blob);
      var event =
          new StoredEvent(
              new Writer(run, tenant, epoch),
              new Position(sequence, hash),
              type,
              version,
              at,
              payload,
              protection);
      return new EventReader.Row(event, content.orElse(payload));
    }
  }

  /**
   * The end of the file: a file without it is truncated.
   *
   * @param events how many there are
   * @param sealKey id of the key that the digest is made with; empty for none
   * @param digest of all bytes before this line, hexadecimal: HMAC-SHA-256 or SHA-256
   */
  record End(long events, String sealKey, String digest) {
    public End {
      requireNonNull(sealKey);
      requireNonNull(digest);
    }
  }
}
