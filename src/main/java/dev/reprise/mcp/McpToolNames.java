package dev.reprise.mcp;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/**
 * The names of a server's tools here: the server's name, two underscores, and the tool's name in
 * snake case. A name that is too long keeps its beginning and ends in a digest of the whole.
 */
final class McpToolNames {

  private static final int MAX_LENGTH = 64;
  private static final int DIGEST_DIGITS = 8;
  private static final String BETWEEN = "__";

  /** What servers write between words. */
  private static final String SEPARATORS = "[-._/: ]+";

  private McpToolNames() {}

  /** Returns with what the names of a server's tools begin. */
  static String prefix(String server) {
    return server + BETWEEN;
  }

  /**
   * Returns the name of a tool, always the same; empty if the tool's name has characters that no
   * name here can have, or neither a letter nor a digit.
   */
  static Optional<String> of(String server, String tool) {
    String words =
        tool.replaceAll("([a-z0-9])([A-Z])", "$1_$2")
            .toLowerCase(Locale.ROOT)
            .replaceAll(SEPARATORS, "_");
    if (!words.matches("[a-z0-9_]*[a-z0-9][a-z0-9_]*")) {
      return Optional.empty();
    }
    String name = prefix(server) + words;
    return Optional.of(name.length() <= MAX_LENGTH ? name : cut(name, tool));
  }

  private static String cut(String name, String tool) {
    return name.substring(0, MAX_LENGTH - DIGEST_DIGITS - 1) + "_" + digest(tool);
  }

  private static String digest(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, DIGEST_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
