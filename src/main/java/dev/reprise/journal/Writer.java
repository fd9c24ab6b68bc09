package dev.reprise.journal;

import java.util.UUID;

/**
 * Who writes a run's journal: the one that holds it with this epoch.
 *
 * @param tenant whose run it is; stands in every row
 * @param epoch the fencing token; the database refuses a stale one
 */
public record Writer(UUID run, String tenant, long epoch) {}
