package dev.reprise.journal.seal;

import dev.reprise.journal.Position;
import java.time.Instant;
import java.util.UUID;

/**
 * An event as it rests: a row of the table, and a line of an export.
 *
 * @param at when it was written, by the server's clock, to the microsecond
 * @param payload JSON, or what became of it; see {@link Protection}
 * @param hash covers all the others and the hash of the event before; see {@link HashChain}
 */
public record StoredEvent(
    UUID run,
    String tenant,
    long sequence,
    long epoch,
    String type,
    int version,
    Instant at,
    String payload,
    Protection protection,
    String hash) {

  /**
   * How an event is kept from readers and changers.
   *
   * @param form how the hash is reckoned: 1 was the first, 2 also covers tenant, time and this
   * @param sealKey id of the key that the hash is made with; empty for none
   * @param cipherKey id of the key that the payload is encrypted with; empty for none
   * @param blob where the payload rests if it is large, and not in its row; empty for there
   */
  public record Protection(int form, String sealKey, String cipherKey, String blob) {

    /** How the first version of this product wrote all events. */
    public static final Protection FIRST = new Protection(1, "", "", "");

    public boolean isSealed() {
      return !sealKey.isEmpty();
    }

    boolean isEncrypted() {
      return !cipherKey.isEmpty();
    }
  }

  StoredEvent withHash(String reckoned) {
    return new StoredEvent(
        run, tenant, sequence, epoch, type, version, at, payload, protection, reckoned);
  }

  public Position position() {
    return new Position(sequence, hash);
  }
}
