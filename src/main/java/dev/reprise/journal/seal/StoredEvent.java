package dev.reprise.journal.seal;

import dev.reprise.journal.Position;
import dev.reprise.journal.Writer;
import java.time.Instant;
import java.util.UUID;

/**
 * An event as it is stored: a row of the table, and a line of an export.
 *
 * @param position its sequence, and the hash that covers all other components and the hash of the
 *     event before; see {@link HashChain}
 * @param at when it was written, by the server's clock, to the microsecond
 * @param payload JSON, or what {@link Protection} made of it
 */
public record StoredEvent(
    Writer writer,
    Position position,
    String type,
    int version,
    Instant at,
    String payload,
    Protection protection) {

  /**
   * How an event is protected from being read or changed.
   *
   * @param sealKey id of the key that the hash is made with; empty for none
   * @param cipherKey id of the key that the payload is encrypted with; empty for none
   * @param blob address of the blob that holds a large payload; empty if the row holds the payload
   */
  public record Protection(String sealKey, String cipherKey, String blob) {

    public boolean isSealed() {
      return !sealKey.isEmpty();
    }

    boolean isEncrypted() {
      return !cipherKey.isEmpty();
    }
  }

  public UUID run() {
    return writer.run();
  }

  public String tenant() {
    return writer.tenant();
  }

  public long epoch() {
    return writer.epoch();
  }

  public long sequence() {
    return position.sequence();
  }

  public String hash() {
    return position.hash();
  }

  StoredEvent withHash(String computed) {
    return new StoredEvent(
        writer, new Position(sequence(), computed), type, version, at, payload, protection);
  }
}
