package dev.reprise.server;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import net.bytebuddy.ByteBuddy;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.hamcrest.Matcher;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.Asset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * The server that Arquillian runs for the integration tests: where it listens and who may log in.
 */
public final class TestServer {

  private static final String RUNNER =
      """
      <servlet>
        <servlet-name>ArquillianServletRunnerEE9</servlet-name>
        <servlet-class>org.jboss.arquillian.protocol.servlet5.runner.ServletTestRunner</servlet-class>
      </servlet>
      <servlet-mapping>
        <servlet-name>ArquillianServletRunnerEE9</servlet-name>
        <url-pattern>/ArquillianServletRunnerEE9</url-pattern>
      </servlet-mapping>
      """;

  private TestServer() {}

  /** The WAR as the build made it. */
  public static WebArchive war() {
    return ShrinkWrap.createFromZipFile(
        WebArchive.class, Build.target().resolve("reprise.war").toFile());
  }

  /**
   * The same with what a test needs that runs inside it: the servlet that Arquillian asks, which no
   * web fragment brings because the application has none, and libraries of the tests. All of it is
   * added to what is deployed, and the WAR on disk stays as it is.
   *
   * @param configuration lines of MicroProfile Config that count more than the application's own
   */
  public static WebArchive warWithTests(String configuration) {
    WebArchive war = war();
    String descriptor = text(war.get("WEB-INF/web.xml").getAsset());
    return war.setWebXML(
            new StringAsset(descriptor.replace("<login-config>", RUNNER + "<login-config>")))
        .addAsLibraries(jarOf(Assertions.class), jarOf(Awaitility.class), jarOf(Matcher.class))
        .addAsLibrary(jarOf(ByteBuddy.class))
        .addAsLibrary(
            ShrinkWrap.create(JavaArchive.class, "test-configuration.jar")
                .addAsManifestResource(
                    new StringAsset("config_ordinal=200\n" + configuration),
                    "microprofile-config.properties"));
  }

  private static String text(Asset asset) {
    try (InputStream in = asset.openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static File jarOf(Class<?> type) {
    return new File(type.getProtectionDomain().getCodeSource().getLocation().getPath());
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

  /** Returns the description of the API that is in the WAR. */
  public static String description() {
    try {
      return Files.readString(Build.target().resolve("classes/META-INF/api/openapi.json"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Credentials credentials() {
    return Credentials.read(Build.target().resolve("test-server/credentials.properties"));
  }
}
