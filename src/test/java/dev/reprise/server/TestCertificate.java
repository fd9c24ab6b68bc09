package dev.reprise.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A certificate for this machine, which it signed itself.
 *
 * @param keyStore with the key (PKCS #12)
 * @param trustStore with the certificate alone
 */
record TestCertificate(Path keyStore, Path trustStore) {

  /** Creates one in a directory; both files have the password. */
  static TestCertificate create(Path directory, String password)
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
        "CN=localhost",
        "-ext",
        "san=dns:localhost,ip:127.0.0.1",
        "-validity",
        "2");
    keytool(keys, password, "-exportcert", "-rfc", "-file", certificate.toString());
    keytool(trusted, password, "-importcert", "-noprompt", "-file", certificate.toString());
    return new TestCertificate(keys, trusted);
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
