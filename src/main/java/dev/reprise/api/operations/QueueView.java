package dev.reprise.api.operations;

import java.time.Instant;
import java.util.Optional;

/**
 * The queue of the caller's tenant.
 *
 * @param queued how many of its runs are QUEUED; at most 10,000 are counted, of the others too
 * @param running how many are RUNNING
 * @param waiting how many are WAITING
 * @param oldestDue the due time of the counted queued run that has been due for the longest time
 * @param weight its share of the servers' places, relative to other tenants
 * @param maxRunning how many runs it may have running at once; absent for no limit
 * @param maxQueued how many runs it may have queued
 * @param refused how many submissions this server has refused since its start because of that limit
 */
public record QueueView(
    long queued,
    long running,
    long waiting,
    Optional<Instant> oldestDue,
    int weight,
    Optional<Integer> maxRunning,
    int maxQueued,
    long refused) {}
