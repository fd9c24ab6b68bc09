package dev.reprise.execution.recovery;

import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.resilience.Sleeper;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Refuses a name that another server of the database has or may have: each of the two would mistake
 * the other for its own earlier, dead start, and end its leases.
 *
 * @param pause between two polls
 */
record ServerNameCheck(ServerIdentity server, Namesakes namesakes, Sleeper pause) {

  private static final Duration POLL_INTERVAL = Duration.ofMillis(250);

  /** Finds heartbeats of a server with the same name. */
  @FunctionalInterface
  interface Namesakes {
    /** Returns the last heartbeat, if it is recent and the server has not ended. */
    Optional<Instant> lastHeard();
  }

  /**
   * Waits until the name belongs to this server alone. After a recent heartbeat, which may be from
   * an earlier start of this server that was killed, it waits until the name has been silent for
   * some seconds.
   *
   * @throws IllegalStateException if the machine does not know its name and none is configured, or
   *     if a server of this name is alive; names the property
   */
  void check() throws InterruptedException {
    if (!server.isTellingApart()) {
      throw new IllegalStateException(
          "%s must be set: servers may share this database, and this machine, like others, has the name localhost"
              .formatted(ServerIdentity.NAME.name()));
    }
    Optional<Instant> first = namesakes.lastHeard();
    for (Optional<Instant> heard = first; heard.isPresent(); heard = namesakes.lastHeard()) {
      if (!heard.equals(first)) {
        throw new IllegalStateException(
            "another server of this database is named '%s' and alive; give each server its own name with %s"
                .formatted(server.name(), ServerIdentity.NAME.name()));
      }
      pause.await(POLL_INTERVAL);
    }
  }
}
