package dev.reprise.journal.seal;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** A large payload as it is stored, under the SHA-256 of its content. */
public record Blob(String address, String content) {

  public static Blob of(String content) {
    return new Blob(address(content), content);
  }

  public static String address(String content) {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(HashChain.sha256().digest(bytes));
  }
}
