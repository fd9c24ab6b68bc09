package dev.reprise.journal;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** A large payload as it is stored, under the SHA-256 of its content. */
record Blob(String address, String content) {

  static Blob of(String content) {
    return new Blob(address(content), content);
  }

  static String address(String content) {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(HashChain.sha256().digest(bytes));
  }
}
