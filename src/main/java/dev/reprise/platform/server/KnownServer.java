package dev.reprise.platform.server;

import java.time.Instant;

/**
 * A server that was heard of in the last 90 days.
 *
 * @param heardAt when its last heartbeat was, by the database's clock
 * @param isExpected whether another one is expected: it has not ended, and was heard of in the last
 *     hour
 */
public record KnownServer(String name, Instant heardAt, boolean isExpected, ServerReport report) {}
