package dev.reprise.api.operations;

import java.time.Instant;
import java.util.Optional;

/**
 * The queue as the caller's tenant has it.
 *
 * @param queued how many of its runs are QUEUED
 * @param running how many are RUNNING
 * @param waiting how many are WAITING
 * @param oldestDue since when the longest due of the queued ones is due
 * @param weight what its share of the places is in relation to other tenants'
 * @param maxRunning how many it may have running at once; absent for no limit
 * @param maxQueued how many it may have queued
 * @param refused how many submissions the server that is asked has refused since its start, because
 *     there were as many
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
