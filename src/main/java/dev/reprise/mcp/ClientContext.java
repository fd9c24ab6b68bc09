package dev.reprise.mcp;

import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.Sleeper;
import java.time.Clock;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;

/**
 * What servers are kept with: a test has its own.
 *
 * @param redaction of all that a server says
 * @param known what is known of servers' tools
 */
record ClientContext(
    ThreadFactory threads,
    Clock clock,
    Sleeper pause,
    RandomGenerator random,
    Redaction redaction,
    KnownTools known) {}
