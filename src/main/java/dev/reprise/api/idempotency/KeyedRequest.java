package dev.reprise.api.idempotency;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request that has a key.
 *
 * @param id of the key within this tenant and operation
 * @param fingerprint of who requests what; the same key with another one is refused
 * @param run that its path names
 */
record KeyedRequest(String id, String fingerprint, Optional<UUID> run) {

  private static final Pattern RUN =
      Pattern.compile("/runs/(\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12})");

  /**
   * Describes a request.
   *
   * @param operation its path, because a key is for one operation
   * @param query of its address; empty if it has none
   * @param body the digest of its body
   */
  static KeyedRequest of(
      String tenant, String caller, String key, String operation, String query, String body) {
    return new KeyedRequest(
        digest(tenant, operation, key), digest(caller, query, body), runIn(operation));
  }

  /** Returns the run that an address names. */
  static Optional<UUID> runIn(String address) {
    Matcher found = RUN.matcher(address);
    return found.find() ? Optional.of(UUID.fromString(found.group(1))) : Optional.empty();
  }

  private static String digest(String... parts) {
    // None of the parts has a line break.
    byte[] text = String.join("\n", parts).getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(sha256().digest(text));
  }

  /** Returns the digest of a body, which it reads to its end. */
  static String digest(InputStream body) throws IOException {
    MessageDigest digest = sha256();
    body.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
