package dev.reprise.mcp;

import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.Sleeper;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;

/**
 * What the clients of all servers share. A test passes its own.
 *
 * @param redaction redacts all that a server sends
 * @param known the known declarations of servers' tools
 * @param waits how long clients wait
 */
record ClientContext(
    ThreadFactory threads,
    Clock clock,
    Sleeper pause,
    RandomGenerator random,
    Redaction redaction,
    AcceptedDeclarations known,
    Waits waits) {

  /**
   * How long clients wait.
   *
   * @param forPing how long for the answer to a ping
   * @param betweenListings how long from one listing of the tools to the next, at least
   * @param forConnection how long calls wait for a server that is being connected again
   * @param betweenPolls how long until the tools are listed again of which any is quarantined
   */
  record Waits(
      Duration forPing, Duration betweenListings, Duration forConnection, Duration betweenPolls) {

    static final Waits DEFAULT =
        new Waits(
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofSeconds(10));
  }
}
