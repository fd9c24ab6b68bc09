package dev.reprise.server;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import net.bytebuddy.ByteBuddy;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.hamcrest.Matcher;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.Asset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The WAR as Arquillian deploys it, with the tests that run inside the server. */
public final class TestWar {

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

  private TestWar() {}

  private static WebArchive war() {
    return ShrinkWrap.createFromZipFile(
        WebArchive.class, Build.current().target().resolve("reprise.war").toFile());
  }

  /**
   * Returns the WAR with what a test inside the server needs: the servlet that Arquillian calls,
   * and libraries of the tests. No web fragment brings that servlet, because the application has
   * none. All of it is added to the deployed WAR, and the WAR on disk stays as it is.
   *
   * @param configuration lines of MicroProfile Config that take precedence over the application's
   *     own
   */
  public static WebArchive withTests(String configuration) {
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
}
