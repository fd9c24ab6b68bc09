package dev.reprise.api.operations;

import java.time.Instant;

/**
 * A quota of the caller's tenant that is paused, because its provider wished it.
 *
 * @param pausedUntil when it is used again
 */
public record QuotaView(String provider, String model, Instant pausedUntil) {}
