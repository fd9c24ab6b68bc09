package dev.reprise.server;

import java.nio.file.Path;

/** The paths at which the build leaves what the tests run. */
final class Build {

  private Build() {}

  static Path target() {
    return Path.of(System.getProperty("reprise.target", "target")).toAbsolutePath();
  }

  /** The name of this JVM among the JVMs that run tests in parallel. */
  static String fork() {
    return System.getProperty("reprise.test.fork", "fork-1");
  }

  static Path war() {
    return target().resolve("reprise.war");
  }

  static Path liberty() {
    return target().resolve("liberty/wlp");
  }

  /** The JDBC drivers, as the build copied them into the development server. */
  static Path drivers() {
    return liberty().resolve("usr/servers/reprise/drivers");
  }

  /** The agents of the server that the API tests share. */
  static Path agents() {
    return target().resolveSibling("src/test/agents");
  }

  /** The archive of classes from which test servers start. The build makes it. */
  static Path classArchive() {
    return target().resolve("server-classes.jsa");
  }

  /** What the runtime makes at the first start of a server: caches of its features, and keys. */
  static Path firstStart() {
    return target().resolve("server-first-start");
  }

  static Path serverConfiguration() {
    return target().resolveSibling("server-config");
  }
}
