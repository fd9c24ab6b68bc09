package dev.reprise.server;

import java.nio.file.Path;

/** Where the build leaves what the tests run. */
final class Build {

  private Build() {}

  static Path target() {
    return Path.of(System.getProperty("reprise.target", "target")).toAbsolutePath();
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

  static Path serverConfiguration() {
    return target().resolveSibling("server-config");
  }
}
