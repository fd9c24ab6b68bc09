package dev.reprise.execution.job;

import dev.reprise.platform.ServerIdentity;
import dev.reprise.resilience.Sleeper;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Refuses a name that another server on the database has, or may have: each of the two would take
 * the other for a start of its own that is dead, and end its leases.
 *
 * @param pause between two looks
 */
record ServerNameCheck(ServerIdentity server, Namesakes namesakes, Sleeper pause) {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

  /** Where a server of the same name is heard of. */
  @FunctionalInterface
  interface Namesakes {
    /** Returns when one was last heard of, if that was lately and it has not ended. */
    Optional<Instant> lastHeard() throws SQLException;
  }

  /**
   * Returns when the name is this server's alone. Where a start of this name was heard of lately,
   * which may be this server's own that was killed, that takes until it has been silent for some
   * seconds.
   *
   * @throws IllegalStateException if the machine does not know its name and none is configured, or
   *     a server of this name is alive; names the property
   */
  void check() throws SQLException, InterruptedException {
    if (!server.isTellingApart()) {
      throw new IllegalStateException(
          "%s is needed: servers may share this database, and this machine calls itself localhost as others do"
              .formatted(ServerIdentity.NAME));
    }
    Optional<Instant> first = namesakes.lastHeard();
    for (Optional<Instant> heard = first; heard.isPresent(); heard = namesakes.lastHeard()) {
      if (!heard.equals(first)) {
        throw new IllegalStateException(
            "another server on this database is named '%s' and alive; give each a name of its own with %s"
                .formatted(server.name(), ServerIdentity.NAME));
      }
      pause.await(BETWEEN_LOOKS);
    }
  }
}
