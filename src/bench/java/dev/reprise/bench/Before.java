package dev.reprise.bench;

import dev.reprise.server.Build;
import java.util.Optional;

/** The version that another one is measured against, in turn on the same machine. */
final class Before {

  private Before() {}

  /**
   * Reads {@code bench.against}, the directory of a checkout that was built with the profile {@code
   * bench}; empty if there is none.
   */
  static Optional<Build> fromSystemProperties() {
    return Build.fromSystemProperty("bench.against");
  }
}
