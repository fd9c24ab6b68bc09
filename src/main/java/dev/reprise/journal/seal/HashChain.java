package dev.reprise.journal.seal;

import dev.reprise.journal.KeyMissingException;
import dev.reprise.journal.seal.StoredEvent.Protection;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Chains events: each hash covers the hash before and everything else in the event's row.
 *
 * <p>Without a key the hash is SHA-256, and anyone who may write to the database can forge a whole
 * journal. With a key it is HMAC-SHA-256 (RFC 2104), and only a holder of the key can. Tested by
 * {@code ProtectionTest}.
 */
public final class HashChain {

  private final KeySource keys;

  public HashChain(KeySource keys) {
    this.keys = keys;
  }

  /**
   * Computes the hash of an event.
   *
   * @param before hash of the event before
   * @param event its own hash is ignored
   * @throws KeyMissingException if it is sealed with a key that this server lacks
   */
  public String hash(String before, StoredEvent event) {
    Protection protection = event.protection();
    if (!protection.isSealed()) {
      MessageDigest digest = sha256();
      cover(before, event, digest::update);
      return HexFormat.of().formatHex(digest.digest());
    }
    KeyRing.Key key =
        keys.find(protection.sealKey())
            .orElseThrow(
                () ->
                    new KeyMissingException(
                        event.run(), event.sequence(), "sealed", protection.sealKey()));
    Mac mac = hmac(key.material());
    cover(before, event, mac::update);
    return HexFormat.of().formatHex(mac.doFinal());
  }

  private static void cover(String before, StoredEvent event, Consumer<byte[]> hash) {
    text(hash, before);
    text(hash, event.run().toString());
    hash.accept(
        ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES)
            .putLong(event.sequence())
            .putLong(event.epoch())
            .putInt(event.version())
            .array());
    text(hash, event.type());
    text(hash, event.payload());
    text(hash, event.tenant());
    hash.accept(
        ByteBuffer.allocate(Long.BYTES)
            .putLong(ChronoUnit.MICROS.between(Instant.EPOCH, event.at()))
            .array());
    Protection protection = event.protection();
    text(hash, protection.sealKey());
    text(hash, protection.cipherKey());
    text(hash, protection.blob());
  }

  /** Covers the length before the text, so that no two splits of the same bytes look alike. */
  private static void text(Consumer<byte[]> hash, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    hash.accept(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
    hash.accept(bytes);
  }

  /** Compares two hashes in a time that does not reveal where they differ. */
  public static boolean isSame(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  public static Mac hmac(byte[] secret) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HmacSHA256", e);
    }
  }
}
