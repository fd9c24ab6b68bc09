package dev.reprise.journal;

import java.util.UUID;

/**
 * The writer of a run's journal: the server that holds the run with this epoch.
 *
 * @param tenant the run's tenant, stored in every row
 * @param epoch the fencing token; the database refuses a stale one
 */
public record Writer(UUID run, String tenant, long epoch) {}
