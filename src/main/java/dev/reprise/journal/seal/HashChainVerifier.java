package dev.reprise.journal.seal;

import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.KeyMissingException;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordSettings;
import dev.reprise.journal.seal.StoredEvent.Protection;
import dev.reprise.platform.KeySource;
import java.util.Optional;

/**
 * Tells rows that stand where they were written, as they were written, from all others.
 *
 * <p>What is written with a key stays so: a row that is less protected than one before it in its
 * run was not written by this product and is refused.
 */
public final class HashChainVerifier {

  private final Optional<String> unsealedRefusal;
  private final KeySource sealing;
  private final KeySource encryption;
  private final HashChain chain;

  public HashChainVerifier(RecordSettings settings, KeySource sealing, KeySource encryption) {
    this(
        settings.acceptsUnsealed()
            ? Optional.empty()
            : Optional.of(
                "is not sealed, and this server refuses records that are not"
                    + " (reprise.record.unsealed)"),
        sealing,
        encryption);
  }

  private HashChainVerifier(
      Optional<String> unsealedRefusal, KeySource sealing, KeySource encryption) {
    this.unsealedRefusal = unsealedRefusal;
    this.sealing = sealing;
    this.encryption = encryption;
    this.chain = new HashChain(sealing);
  }

  /** Returns a check of what comes from elsewhere: settings open nothing to what is not sealed. */
  static HashChainVerifier ofImports(KeySource sealing, KeySource encryption) {
    return new HashChainVerifier(
        Optional.of("is not sealed, and nothing is imported that is not"), sealing, encryption);
  }

  /**
   * Checks that a row stands where it was written, as it was written.
   *
   * @param predecessor how the event before it is protected, if that has been read
   * @throws BrokenRecordException if it does not; says what is wrong with it
   * @throws KeyMissingException if it is sealed with a key that this server lacks
   */
  public void verify(StoredEvent row, Position before, Optional<Protection> predecessor) {
    if (row.sequence() != before.sequence() + 1) {
      throw new BrokenRecordException(row.run(), before.sequence() + 1, "is missing");
    }
    Protection protection = row.protection();
    if (!protection.isSealed() && !sealing.isEmpty() && unsealedRefusal.isPresent()) {
      throw new BrokenRecordException(row.run(), row.sequence(), unsealedRefusal.get());
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
          if (earlier.form() > protection.form()) {
            throw new BrokenRecordException(
                row.run(), row.sequence(), "is written in an older form than those before it");
          }
        });
    if (!HashChain.isSame(chain.hash(before.hash(), row), row.hash())) {
      throw new BrokenRecordException(
          row.run(), row.sequence(), "was changed after it was written");
    }
  }

  /** Returns whether it matters how the event before a row is protected. */
  public boolean mustKnowPredecessor(Protection protection) {
    return (!protection.isSealed() && !sealing.isEmpty())
        || (!protection.isEncrypted() && !encryption.isEmpty());
  }
}
