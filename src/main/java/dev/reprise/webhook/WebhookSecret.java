package dev.reprise.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret that signs messages as <a
 * href="https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md">Standard
 * Webhooks</a> specifies for symmetric keys, so that any of its libraries verifies them.
 */
public final class WebhookSecret {

  private static final String PREFIX = "whsec_";
  private static final String ALGORITHM = "HmacSHA256";

  /** The specification demands 24 to 64. */
  private static final int BYTES = 32;

  private final byte[] key;

  private WebhookSecret(byte[] key) {
    this.key = key;
  }

  /** Makes a new secret. */
  static WebhookSecret random(SecureRandom random) {
    byte[] key = new byte[BYTES];
    random.nextBytes(key);
    return new WebhookSecret(key);
  }

  /**
   * Reads a secret.
   *
   * @throws IllegalArgumentException if the text is not {@code whsec_} and Base64
   */
  static WebhookSecret of(String text) {
    if (!text.startsWith(PREFIX)) {
      throw new IllegalArgumentException("a secret must begin with " + PREFIX);
    }
    return new WebhookSecret(Base64.getDecoder().decode(text.substring(PREFIX.length())));
  }

  /** Returns the text that receivers configure. */
  public String text() {
    return PREFIX + Base64.getEncoder().encodeToString(key);
  }

  /**
   * Returns the signature of a message: {@code v1,} and the Base64 of the HMAC-SHA256 over id, time
   * in seconds and body, joined by dots.
   */
  String sign(String id, Instant time, String body) {
    return "v1," + Base64.getEncoder().encodeToString(code(id, time, body));
  }

  /** Returns the same HMAC in hexadecimal digits, for URLs. */
  String hex(String id, Instant time, String body) {
    return HexFormat.of().formatHex(code(id, time, body));
  }

  private byte[] code(String id, Instant time, String body) {
    String signed = "%s.%d.%s".formatted(id, time.getEpochSecond(), body);
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac.doFinal(signed.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }

  @Override
  public String toString() {
    return PREFIX + "…"; // so that no log shows the secret
  }
}
