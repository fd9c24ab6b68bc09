package dev.reprise.definition;

import java.time.Instant;

/**
 * A version of an agent that a run of the tenant has taken.
 *
 * @param hash of its document
 * @param firstSeenAt when the first run took it, by the database's clock
 */
public record StoredVersion(String hash, Instant firstSeenAt) {}
