package dev.reprise.queue;

import dev.reprise.run.state.RunStatus;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * How many runs of a tenant are queued, running and waiting, and since when the oldest one is due.
 *
 * @param runs the numbers of QUEUED, RUNNING and WAITING runs
 * @param oldestDue the earliest time at which one of the due queued runs became due; empty if none
 *     is due
 */
public record TenantQueueStatus(Map<RunStatus, Long> runs, Optional<Instant> oldestDue) {

  public TenantQueueStatus {
    runs = Map.copyOf(runs);
  }

  /** Returns the number of runs with one of these three statuses. */
  public long count(RunStatus status) {
    return runs.getOrDefault(status, 0L);
  }
}
