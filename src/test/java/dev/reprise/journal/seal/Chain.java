package dev.reprise.journal.seal;

import dev.reprise.journal.EventType;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordSettings;
import dev.reprise.journal.Writer;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/** Lets tests of other rooms compute again what the journal's chain of hashes must be. */
public final class Chain {

  private static final HashChain CHAIN = new HashChain(KeySource.of(KeyRing.EMPTY));
  private static final int INLINE_BYTES = new RecordSettings().inlineBytes;

  private Chain() {}

  /**
   * Returns the place of an event of the tenant {@code default} after another, with the hash that
   * it must have if nothing is sealed or encrypted.
   */
  public static Position next(
      Position before, UUID run, long epoch, String type, Instant at, String payload) {
    boolean large = payload.getBytes(StandardCharsets.UTF_8).length > INLINE_BYTES;
    var row =
        new StoredEvent(
            new Writer(run, "default", epoch),
            new Position(before.sequence() + 1, ""),
            type,
            EventType.named(type).version(),
            at,
            large ? "" : payload,
            new StoredEvent.Protection("", "", large ? Blob.address(payload) : ""));
    return new Position(row.sequence(), CHAIN.hash(before.hash(), row));
  }
}
