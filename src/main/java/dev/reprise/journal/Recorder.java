package dev.reprise.journal;

import dev.reprise.journal.BlobTable.Blob;
import dev.reprise.journal.StoredEvent.Protection;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.Keys;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Makes of an event what rests, and of what rests an event: large payloads become blobs, payloads
 * are encrypted, and each row is chained to the one before and sealed.
 *
 * <p>What is written with a key stays so: a row that is less protected than one before it in its
 * run was not written by this product and is refused.
 */
@ApplicationScoped
class Recorder {

  /** The form of hash that is written today. */
  private static final int FORM = 2;

  private final EventCodec codec = new EventCodec();
  private RecordSettings settings;
  private KeySource sealing;
  private PayloadCipher cipher;
  private HashChain chain;
  private Clock clock;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  Recorder() {}

  @Inject
  Recorder(RecordSettings settings, Keys keys, Clock clock) {
    this(settings, keys.sealing(), keys.encryption(), clock);
  }

  Recorder(RecordSettings settings, KeySource sealing, KeySource encryption, Clock clock) {
    this.settings = settings;
    this.sealing = sealing;
    this.cipher = new PayloadCipher(encryption);
    this.chain = new HashChain(sealing);
    this.clock = clock;
  }

  /**
   * Makes the row of an event that follows on a position.
   *
   * @throws PayloadTooLarge if no row may hold so much
   */
  Append.Entry write(Writer writer, Position before, RunEvent event) {
    EventType type = EventType.of(event);
    String text = codec.write(event);
    int bytes = bytesOf(text);
    if (bytes > settings.maxBytes()) {
      throw new PayloadTooLarge(writer.run(), event, bytes, settings.maxBytes());
    }
    long sequence = before.sequence() + 1;
    String cipherKey = cipher.activeKey();
    if (!cipherKey.isEmpty()) {
      var place = new PayloadCipher.Place(writer.run(), sequence, type.typeName());
      text = cipher.encrypt(cipherKey, place, text);
    }
    Optional<Blob> blob =
        bytes > settings.inlineBytes() ? Optional.of(Blob.of(text)) : Optional.empty();
    var row =
        new StoredEvent(
            writer.run(),
            writer.tenant(),
            sequence,
            writer.epoch(),
            type.typeName(),
            type.version(),
            clock.instant().truncatedTo(ChronoUnit.MICROS),
            blob.isPresent() ? "" : text,
            new Protection(
                FORM,
                sealing.active().map(KeyRing.Key::id).orElse(""),
                cipherKey,
                blob.map(Blob::address).orElse("")),
            "");
    return new Append.Entry(row.withHash(chain.hash(before.hash(), row)), blob);
  }

  private static int bytesOf(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /**
   * Checks that a row stands where it was written, as it was written.
   *
   * @param predecessor how the event before it is protected, if that has been read
   * @throws BrokenRecord if it does not; says what is wrong with it
   * @throws KeyMissing if it is sealed with a key that this server lacks
   */
  void verify(StoredEvent row, Position before, Optional<Protection> predecessor) {
    if (row.sequence() != before.sequence() + 1) {
      throw new BrokenRecord(row.run(), before.sequence() + 1, "is missing");
    }
    Protection protection = row.protection();
    if (!protection.isSealed() && !sealing.isEmpty() && !settings.acceptsUnsealed()) {
      throw new BrokenRecord(
          row.run(),
          row.sequence(),
          "is not sealed, and this server refuses records that are not (reprise.record.unsealed)");
    }
    predecessor.ifPresent(
        earlier -> {
          if (earlier.isSealed() && !protection.isSealed()) {
            throw new BrokenRecord(
                row.run(), row.sequence(), "is not sealed, as those before it are");
          }
          if (earlier.isEncrypted() && !protection.isEncrypted()) {
            throw new BrokenRecord(
                row.run(), row.sequence(), "is not encrypted, as those before it are");
          }
          if (earlier.form() > protection.form()) {
            throw new BrokenRecord(
                row.run(), row.sequence(), "is written in an older form than those before it");
          }
        });
    if (!chain.hash(before.hash(), row).equals(row.hash())) {
      throw new BrokenRecord(row.run(), row.sequence(), "was changed after it was written");
    }
  }

  /**
   * Reads what a verified row says.
   *
   * @param content what rests in its row, or in its blob
   * @throws BrokenRecord if it cannot be read
   * @throws KeyMissing if it is encrypted with a key that this server lacks
   */
  Recorded read(StoredEvent row, String content) {
    String key = row.protection().cipherKey();
    String payload =
        key.isEmpty()
            ? content
            : cipher.decrypt(
                key, new PayloadCipher.Place(row.run(), row.sequence(), row.type()), content);
    try {
      RunEvent event = codec.read(row.type(), row.version(), payload);
      return new Recorded(row.position(), row.epoch(), row.type(), row.at(), payload, event);
    } catch (IllegalArgumentException e) {
      throw new BrokenRecord(row.run(), row.sequence(), e);
    }
  }

  /** Returns whether it matters how the event before a row is protected. */
  boolean mustKnowPredecessor(Protection protection) {
    return (!protection.isSealed() && !sealing.isEmpty())
        || (!protection.isEncrypted() && cipher.isOn());
  }
}
