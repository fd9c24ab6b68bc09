package dev.reprise.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * The server that Arquillian runs for the integration tests: where it listens and who may log in.
 */
public final class TestServer {

  private TestServer() {}

  /** The WAR as the build made it. */
  public static WebArchive war() {
    return ShrinkWrap.createFromZipFile(
        WebArchive.class, Build.target().resolve("reprise.war").toFile());
  }

  /** Where it answers in plain HTTP, with a slash at the end. */
  public static URI http() {
    return URI.create("http://localhost:" + System.getProperty("reprise.test.http.port") + "/");
  }

  /** Where it answers in HTTPS, with a slash at the end; its certificate is its own. */
  public static URI https() {
    return URI.create("https://localhost:" + System.getProperty("reprise.test.https.port") + "/");
  }

  /** Returns the keys with which it seals records. */
  public static String sealKeys() {
    try {
      return Files.readString(Build.target().resolve("test-server/seal.keys"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Credentials credentials() {
    return Credentials.read(Build.target().resolve("test-server/credentials.properties"));
  }
}
