package dev.reprise.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;

/**
 * Chains events by SHA-256: each hash covers the one before and everything that the writer says
 * about the event. The time is the database's own and not covered.
 */
final class HashChain {

  private HashChain() {}

  static Position next(
      Position before, UUID run, long epoch, String type, int version, String payload) {
    MessageDigest digest = sha256();
    update(digest, before.hash());
    update(digest, run.toString());
    digest.update(
        ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES)
            .putLong(before.sequence() + 1)
            .putLong(epoch)
            .putInt(version)
            .flip());
    update(digest, type);
    update(digest, payload);
    return new Position(before.sequence() + 1, HexFormat.of().formatHex(digest.digest()));
  }

  /** Adds a text with its length before it, so that no two splits of the same bytes look alike. */
  private static void update(MessageDigest digest, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
    digest.update(bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
