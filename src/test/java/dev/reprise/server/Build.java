package dev.reprise.server;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The paths at which a build leaves what the tests run.
 *
 * @param target its directory {@code target}
 */
public record Build(Path target) {

  /** Returns the build that these tests belong to. */
  public static Build current() {
    return new Build(Path.of(System.getProperty("reprise.target", "target")).toAbsolutePath());
  }

  /** Returns the build in the directory of a checkout. */
  public static Build in(Path checkout) {
    return new Build(checkout.resolve("target").toAbsolutePath());
  }

  /**
   * Returns the build in the directory that a system property names, for example of an earlier
   * version; empty if the property is absent or blank.
   */
  public static Optional<Build> fromSystemProperty(String name) {
    return Optional.of(System.getProperty(name, ""))
        .filter(checkout -> !checkout.isBlank())
        .map(checkout -> in(Path.of(checkout)));
  }

  /** The name of this JVM among the JVMs that run tests in parallel. */
  static String fork() {
    return System.getProperty("reprise.test.fork", "fork-1");
  }

  /**
   * The JVM option that makes a server count what it runs, if the build measures coverage. A server
   * writes what it has counted when it stops, but not when it is killed.
   */
  static Optional<String> coverageAgent() {
    return Optional.ofNullable(System.getProperty("reprise.test.coverage"));
  }

  /**
   * A directory of this JVM, which no JVM that runs tests in parallel uses. Tests may give the same
   * name to what they put into it.
   */
  Path ofFork(String directory) {
    return target.resolve(directory).resolve(fork());
  }

  Path war() {
    return target.resolve("reprise.war");
  }

  /** The classes and resources of its tests. */
  public Path testClasses() {
    return target.resolve("test-classes");
  }

  Path liberty() {
    return target.resolve("liberty/wlp");
  }

  /** The JDBC drivers, as the build copied them into the development server. */
  Path drivers() {
    return liberty().resolve("usr/servers/reprise/drivers");
  }

  /** The agents of the server that the API tests share. */
  public Path agents() {
    return target.resolveSibling("src/test/agents");
  }

  /**
   * The archive of classes from which servers start: where {@code jvm.options} names it for the
   * development server.
   */
  Path classArchive() {
    return liberty().resolve("usr/servers/reprise/classes.jsa");
  }

  /** Names what the archive of classes was made from; its time is that of the WAR. */
  Path sourceOfClassArchive() {
    return target.resolve("class-archive.source");
  }

  /** What the runtime makes at the first start of a server: caches of its features, and keys. */
  Path firstStart() {
    return target.resolve("server-first-start");
  }

  Path serverConfiguration() {
    return target.resolveSibling("server-config");
  }
}
