package dev.reprise.queue;

import java.time.Instant;
import java.util.Optional;

/**
 * How many runs of a tenant are queued, running and waiting, at most {@link RunCounts#MOST} of
 * each, and since when the oldest one is due.
 *
 * @param oldestDue the earliest time at which one of the counted queued runs became due; empty if
 *     none is due
 */
public record TenantQueueStatus(
    long queued, long running, long waiting, Optional<Instant> oldestDue) {}
