package dev.reprise.api.identity;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a program sends to log in: {@code rpk_}, the key's id, {@code _} and its secret. The prefix
 * lets scanners find keys that were published by mistake.
 *
 * @param secret 256 random bits in Base64, so that one round of SHA-256 protects it
 */
public record ApiKeyToken(UUID id, String secret) {

  private static final int SECRET_BYTES = 32;
  private static final Pattern FORM =
      Pattern.compile("rpk_([0-9a-f]{16})([0-9a-f]{16})_([A-Za-z0-9_-]{43})");

  /** Creates a token with a new secret. */
  static ApiKeyToken create(UUID id, SecureRandom random) {
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    return new ApiKeyToken(id, Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
  }

  /** Reads a token; empty if it has another form. */
  static Optional<ApiKeyToken> parse(String text) {
    Matcher parts = FORM.matcher(text);
    return parts.matches()
        ? Optional.of(
            new ApiKeyToken(new UUID(half(parts.group(1)), half(parts.group(2))), parts.group(3)))
        : Optional.empty();
  }

  private static long half(String hexadecimal) {
    return Long.parseUnsignedLong(hexadecimal, 16);
  }

  /** Returns what is sent. */
  public String text() {
    return "rpk_%s_%s".formatted(id.toString().replace("-", ""), secret);
  }

  /** Returns what is stored: the SHA-256 of the secret, hexadecimal. */
  String hash() {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Compares with a stored hash in a time that does not reveal where they differ. */
  boolean matches(String hash) {
    return MessageDigest.isEqual(hash().getBytes(UTF_8), hash.getBytes(UTF_8));
  }

  /** Without the secret, which must not reach a log. */
  @Override
  public String toString() {
    return "API key " + id;
  }
}
