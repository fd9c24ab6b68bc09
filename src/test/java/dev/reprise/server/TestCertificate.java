package dev.reprise.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/**
 * A certificate for this machine, which it signed itself.
 *
 * @param keyStore with the key (PKCS #12)
 * @param trustStore with the certificate alone
 * @param pem the certificate
 */
public record TestCertificate(Path keyStore, Path trustStore, Path pem) {

  private static final String PASSWORD = "of-the-test";

  /** Creates one in a directory; both files have the password. */
  static TestCertificate create(Path directory, String password)
      throws IOException, InterruptedException {
    return create(directory, password, "localhost", "dns:localhost,ip:127.0.0.1");
  }

  /** Creates one in a new directory, for a name and the hosts that it may have. */
  public static TestCertificate of(String name, String hosts) {
    try {
      return create(Files.createTempDirectory("reprise-certificate-"), PASSWORD, name, hosts);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Returns a file with its key in PEM, which only this user reads. */
  public Path keyAsPem() {
    String key = Base64.getMimeEncoder().encodeToString(key());
    return secret(
        "key.pem",
        "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
            .formatted(key)
            .getBytes(StandardCharsets.US_ASCII));
  }

  /** Returns a file with its key in DER, which only this user reads. */
  public Path keyAsDer() {
    return secret("key.pk8", key());
  }

  private byte[] key() {
    char[] password = PASSWORD.toCharArray();
    try {
      return KeyStore.getInstance(keyStore.toFile(), password)
          .getKey("localhost", password)
          .getEncoded();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private Path secret(String name, byte[] content) {
    Path file = keyStore.resolveSibling(name);
    try {
      Files.write(file, content);
      return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TestCertificate create(Path directory, String password, String name, String hosts)
      throws IOException, InterruptedException {
    Path keys = directory.resolve("keys.p12");
    Path trusted = directory.resolve("trusted.p12");
    Path certificate = directory.resolve("certificate.pem");
    for (Path file : List.of(keys, trusted, certificate)) {
      Files.deleteIfExists(file);
    }
    keytool(
        keys,
        password,
        "-genkeypair",
        "-keyalg",
        "RSA",
        "-dname",
        "CN=" + name,
        "-ext",
        "san=" + hosts,
        "-validity",
        "2");
    keytool(keys, password, "-exportcert", "-rfc", "-file", certificate.toString());
    keytool(trusted, password, "-importcert", "-noprompt", "-file", certificate.toString());
    return new TestCertificate(keys, trusted, certificate);
  }

  private static void keytool(Path store, String password, String... arguments)
      throws IOException, InterruptedException {
    Stream<String> command =
        Stream.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            arguments[0],
            "-alias",
            "localhost",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            password);
    Process process =
        new ProcessBuilder(Stream.concat(command, Stream.of(arguments).skip(1)).toList())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }
}
