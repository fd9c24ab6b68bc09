package dev.reprise.model.batch;

/**
 * How large one submission may be.
 *
 * @param requests the most requests
 * @param bytes the most bytes of their texts, which are in memory while they are submitted; below
 *     what the providers allow
 */
public record ProviderBatchLimits(int requests, long bytes) {}
