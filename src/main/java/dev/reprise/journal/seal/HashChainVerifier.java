package dev.reprise.journal.seal;

import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.KeyMissingException;
import dev.reprise.journal.Position;
import dev.reprise.journal.seal.StoredEvent.Protection;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import java.util.Optional;

/**
 * Verifies that rows are where they were written, as they were written.
 *
 * <p>Protection never decreases within a run. So a row that is less protected than one before it
 * was not written by this product, and is refused.
 */
public final class HashChainVerifier {

  private final KeySource sealing;
  private final KeySource encryption;
  private final HashChain chain;

  /**
   * @param sealing the keys of seals; if there are any, each row must be sealed
   * @param encryption the keys of payloads
   */
  public HashChainVerifier(KeySource sealing, KeySource encryption) {
    this.sealing = sealing;
    this.encryption = encryption;
    this.chain = new HashChain(sealing);
  }

  /** Returns the verifier of the command line, which has no keys of payloads. */
  public static HashChainVerifier ofFiles(KeySource sealing) {
    return new HashChainVerifier(sealing, KeySource.of(KeyRing.EMPTY));
  }

  /**
   * Verifies that a row is where it was written, as it was written.
   *
   * @param predecessor how the event before it is protected, if that event has been read
   * @throws BrokenRecordException if it is not; the message says what is wrong
   * @throws KeyMissingException if it is sealed with a key that this server lacks
   */
  public void verify(StoredEvent row, Position before, Optional<Protection> predecessor) {
    if (row.sequence() != before.sequence() + 1) {
      throw new BrokenRecordException(row.run(), before.sequence() + 1, "is missing");
    }
    Protection protection = row.protection();
    if (!protection.isSealed() && !sealing.isEmpty()) {
      throw new BrokenRecordException(
          row.run(), row.sequence(), "is not sealed, although there are keys for it");
    }
    predecessor.ifPresent(
        earlier -> {
          if (earlier.isSealed() && !protection.isSealed()) {
            throw new BrokenRecordException(
                row.run(), row.sequence(), "is not sealed, as those before it are");
          }
          if (earlier.isEncrypted() && !protection.isEncrypted()) {
            throw new BrokenRecordException(
                row.run(), row.sequence(), "is not encrypted, as those before it are");
          }
        });
    if (!HashChain.isSame(chain.hash(before.hash(), row), row.hash())) {
      throw new BrokenRecordException(
          row.run(), row.sequence(), "was changed after it was written");
    }
  }

  /** Returns whether the protection of the event before a row matters. */
  public boolean mustKnowPredecessor(Protection protection) {
    return !protection.isEncrypted() && !encryption.isEmpty();
  }
}
