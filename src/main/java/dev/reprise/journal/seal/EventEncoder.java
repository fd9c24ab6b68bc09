package dev.reprise.journal.seal;

import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.EventType;
import dev.reprise.journal.KeyMissingException;
import dev.reprise.journal.PayloadTooLargeException;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordSettings;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.codec.EventCodec;
import dev.reprise.journal.codec.EventRedactor;
import dev.reprise.journal.seal.StoredEvent.Protection;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.Keys;
import dev.reprise.platform.redaction.Redaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Converts events to stored events and back. On the way out it redacts contents, encrypts payloads,
 * makes blobs of large payloads, chains each row to the one before and seals it. Tested by {@code
 * AppendBatchTest}.
 */
@ApplicationScoped
public class EventEncoder {

  /** What a {@code char} takes at most in UTF-8. */
  private static final int MAX_BYTES_PER_CHAR = 3;

  private final EventCodec codec = new EventCodec();
  private final RecordSettings settings;
  private final EventRedactor redacting;
  private final KeySource sealing;
  private final KeySource encryption;
  private final PayloadCipher cipher;
  private final HashChain chain;
  private final Clock clock;

  @Inject
  EventEncoder(RecordSettings settings, Redaction redaction, Keys keys, Clock clock) {
    this(settings, redaction, keys.sealing(), keys.encryption(), clock);
  }

  public EventEncoder(
      RecordSettings settings,
      Redaction redaction,
      KeySource sealing,
      KeySource encryption,
      Clock clock) {
    this.settings = settings;
    this.redacting = new EventRedactor(redaction);
    this.sealing = sealing;
    this.encryption = encryption;
    this.cipher = new PayloadCipher(encryption);
    this.chain = new HashChain(sealing);
    this.clock = clock;
  }

  /** Returns the event as it may be stored. {@link #write} expects only such events. */
  public RunEvent redacted(RunEvent event) {
    return redacting.apply(event);
  }

  /**
   * Creates the row of the event after a position.
   *
   * @param event the result of {@link #redacted}
   * @throws PayloadTooLargeException if the payload is larger than {@code reprise.record.max-bytes}
   */
  public PreparedAppend.Entry write(Writer writer, Position before, RunEvent event) {
    EventType type = EventType.of(event);
    String text = codec.write(event);
    if (isLonger(text, settings.maxBytes)) {
      throw new PayloadTooLargeException(writer.run(), event, bytesOf(text), settings.maxBytes);
    }
    return write(writer, before, type.typeName(), type.version(), text);
  }

  /**
   * Creates the row of an event after a position, from its payload.
   *
   * @param payload without secrets
   */
  public PreparedAppend.Entry write(
      Writer writer, Position before, String type, int version, String payload) {
    String text = payload;
    boolean large = isLonger(text, settings.inlineBytes);
    long sequence = before.sequence() + 1;
    String cipherKey = cipher.activeKey();
    if (!cipherKey.isEmpty()) {
      var place = new PayloadCipher.Place(writer.tenant(), writer.run(), sequence, type);
      text = cipher.encrypt(cipherKey, place, text);
    }
    Optional<Blob> blob = large ? Optional.of(Blob.of(text)) : Optional.empty();
    var row =
        new StoredEvent(
            writer,
            new Position(sequence, ""),
            type,
            version,
            clock.instant().truncatedTo(ChronoUnit.MICROS),
            blob.isPresent() ? "" : text,
            new Protection(
                sealing.active().map(KeyRing.Key::id).orElse(""),
                cipherKey,
                blob.map(Blob::address).orElse("")));
    return new PreparedAppend.Entry(row.withHash(chain.hash(before.hash(), row)), blob);
  }

  /** Compares the length of most texts without a copy of them, because each event comes here. */
  private static boolean isLonger(String text, int bytes) {
    return text.length() > bytes / MAX_BYTES_PER_CHAR && bytesOf(text) > bytes;
  }

  private static int bytesOf(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Returns the longest line of a record file, in bytes. */
  public int maxLineBytes() {
    return settings.maxLineBytes();
  }

  /** Returns the verifier for rows of this server's database, and of files. */
  public HashChainVerifier check() {
    return new HashChainVerifier(sealing, encryption);
  }

  /**
   * Decodes a verified row.
   *
   * @param content the payload as its row or its blob stores it
   * @throws BrokenRecordException if it cannot be read
   * @throws KeyMissingException if it is encrypted with a key that this server lacks
   */
  public RecordedEvent read(StoredEvent row, String content) {
    String payload = payload(row, content);
    try {
      RunEvent event = codec.read(row.type(), row.version(), payload);
      return new RecordedEvent(
          row.tenant(), row.position(), row.epoch(), row.type(), row.at(), payload, event);
    } catch (IllegalArgumentException e) {
      throw new BrokenRecordException(row.run(), row.sequence(), e);
    }
  }

  /**
   * Returns the payload of a verified row.
   *
   * @param content the payload as its row or its blob stores it
   * @throws KeyMissingException if it is encrypted with a key that this server lacks
   */
  public String payload(StoredEvent row, String content) {
    String key = row.protection().cipherKey();
    return key.isEmpty()
        ? content
        : cipher.decrypt(
            key,
            new PayloadCipher.Place(row.tenant(), row.run(), row.sequence(), row.type()),
            content);
  }
}
