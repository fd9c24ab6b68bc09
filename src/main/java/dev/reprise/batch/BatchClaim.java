package dev.reprise.batch;

import java.util.UUID;

/**
 * The right of one job to carry out a batch.
 *
 * @param epoch grows with each claim; what an earlier claim writes is refused
 */
public record BatchClaim(UUID batch, long epoch) {}
