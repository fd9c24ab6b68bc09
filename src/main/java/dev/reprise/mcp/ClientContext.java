package dev.reprise.mcp;

import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.Sleeper;
import java.time.Clock;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;

/**
 * What the clients of all servers share. A test passes its own.
 *
 * @param redaction redacts all that a server sends
 * @param known the known declarations of servers' tools
 */
record ClientContext(
    ThreadFactory threads,
    Clock clock,
    Sleeper pause,
    RandomGenerator random,
    Redaction redaction,
    KnownTools known) {}
