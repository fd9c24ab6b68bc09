package dev.reprise.journal.seal;

import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.KeyMissingException;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts payloads with AES-256-GCM (NIST SP 800-38D), bound to their place: a payload that was
 * encrypted as one event of a run cannot be read as another event, nor for another tenant.
 *
 * <p>Each run of a tenant has its own key, derived from the server's by HMAC-SHA-256 (SP 800-108),
 * so that each key has few random nonces of 96 bits. A run's id has a fixed length, so no two pairs
 * of run and tenant give the same input.
 */
final class PayloadCipher {

  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private static final byte[] LABEL = "reprise payload".getBytes(StandardCharsets.UTF_8);

  private final KeySource keys;
  private final SecureRandom random = new SecureRandom();

  PayloadCipher(KeySource keys) {
    this.keys = keys;
  }

  /**
   * The place of a payload.
   *
   * @param tenant the run's tenant, whose name is never empty; empty for texts that are stored
   *     beside records and never leave the database
   */
  record Place(String tenant, UUID run, long sequence, String type) {

    private byte[] bytes() {
      return "%s %d %s".formatted(run, sequence, type).getBytes(StandardCharsets.UTF_8);
    }
  }

  /**
   * Returns the id of the key that new payloads are encrypted with; empty if they are not
   * encrypted.
   */
  String activeKey() {
    return keys.active().map(KeyRing.Key::id).orElse("");
  }

  /**
   * Encrypts a payload.
   *
   * @return nonce, cipher text and tag in Base64
   */
  String encrypt(String keyId, Place place, String payload) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      byte[] text = payload.getBytes(StandardCharsets.UTF_8);
      byte[] hidden = cipher(Cipher.ENCRYPT_MODE, keyId, place, nonce).doFinal(text);
      byte[] all = ByteBuffer.allocate(nonce.length + hidden.length).put(nonce).put(hidden).array();
      return Base64.getEncoder().encodeToString(all);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES/GCM", e);
    }
  }

  /**
   * Decrypts a payload.
   *
   * @throws KeyMissingException if this server lacks the key
   * @throws BrokenRecordException if it was changed, or belongs to another place
   */
  String decrypt(String keyId, Place place, String hidden) {
    try {
      byte[] all = Base64.getDecoder().decode(hidden);
      byte[] nonce = Arrays.copyOf(all, NONCE_BYTES);
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, keyId, place, nonce);
      byte[] shown = cipher.doFinal(all, NONCE_BYTES, all.length - NONCE_BYTES);
      return new String(shown, StandardCharsets.UTF_8);
    } catch (AEADBadTagException | IllegalArgumentException e) {
      throw new BrokenRecordException(
          place.run(), place.sequence(), "was not encrypted as this event with key " + keyId, e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES/GCM", e);
    }
  }

  private Cipher cipher(int mode, String keyId, Place place, byte[] nonce)
      throws GeneralSecurityException {
    KeyRing.Key key =
        keys.find(keyId)
            .orElseThrow(
                () -> new KeyMissingException(place.run(), place.sequence(), "encrypted", keyId));
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, keyOf(place, key), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(place.bytes());
    return cipher;
  }

  private static SecretKeySpec keyOf(Place place, KeyRing.Key key) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key.material(), "HmacSHA256"));
    mac.update(LABEL);
    mac.update(place.run().toString().getBytes(StandardCharsets.UTF_8));
    mac.update(place.tenant().getBytes(StandardCharsets.UTF_8));
    return new SecretKeySpec(mac.doFinal(), "AES");
  }
}
