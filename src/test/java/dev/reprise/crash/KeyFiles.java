package dev.reprise.crash;

import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The key files of servers in a test: one for sealing, one for encrypting, with the same ids. */
record KeyFiles(
    Path seal, Path cipher, Map<String, String> sealKeys, Map<String, String> cipherKeys) {

  static KeyFiles in(Path directory) {
    return new KeyFiles(
        directory.resolve("seal.keys"),
        directory.resolve("cipher.keys"),
        new TreeMap<>(),
        new TreeMap<>());
  }

  /** Returns options that give a server these keys. */
  ServerOptions into(ServerOptions options) {
    return options
        .with("REPRISE_SEAL_KEY_FILE", seal.toString())
        .with("REPRISE_ENCRYPTION_KEY_FILE", cipher.toString());
  }

  /** Writes these keys and no others to the files; servers write with the first one. */
  KeyFiles hold(String... ids) {
    write(seal, sealKeys, ids);
    write(cipher, cipherKeys, ids);
    return this;
  }

  private static void write(Path file, Map<String, String> keys, String... ids) {
    String text =
        Arrays.stream(ids)
            .map(id -> id + "=" + keys.computeIfAbsent(id, any -> random()))
            .collect(Collectors.joining("\n", "", "\n"));
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String random() {
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    return Base64.getEncoder().encodeToString(key);
  }
}
