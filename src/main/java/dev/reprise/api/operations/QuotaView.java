package dev.reprise.api.operations;

import java.time.Instant;

/**
 * A paused quota of the caller's tenant. The provider requested the pause.
 *
 * @param pausedUntil when the quota is used again
 */
public record QuotaView(String provider, String model, Instant pausedUntil) {}
