package dev.reprise.batch.source;

/**
 * What a person asks for: where the items are, what identifies them, and how they become the input
 * of runs.
 */
public record DataSet(ItemSource source, ItemKey key, InputTemplate input) {}
