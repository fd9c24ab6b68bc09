package dev.reprise.definition;

import java.time.Instant;
import java.util.Optional;

/**
 * A version of an agent that a run of the tenant has taken.
 *
 * @param hash of its document
 * @param firstSeenAt when the first run took it, by the database's clock; empty if an earlier
 *     version of the product stored it
 */
public record StoredVersion(String hash, Optional<Instant> firstSeenAt) {}
