package dev.reprise.api.idempotency;

import java.nio.charset.StandardCharsets;
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
record KeyedRequest(String tenant, String id, String fingerprint, Optional<UUID> run) {

  private static final Pattern RUN =
      Pattern.compile("/runs/(\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12})");

  /**
   * Describes a request.
   *
   * @param operation its path, because a key is for one operation
   * @param query of its address; empty if it has none
   */
  static KeyedRequest of(
      String tenant, String caller, String key, String operation, String query, byte[] body) {
    return new KeyedRequest(
        tenant,
        digest(tenant, operation, key),
        digest(caller, query, digest(body)),
        runIn(operation));
  }

  /** Returns the run that an address names. */
  static Optional<UUID> runIn(String address) {
    Matcher found = RUN.matcher(address);
    return found.find() ? Optional.of(UUID.fromString(found.group(1))) : Optional.empty();
  }

  private static String digest(String... parts) {
    // None of the parts has a line break.
    return digest(String.join("\n", parts).getBytes(StandardCharsets.UTF_8));
  }

  private static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
