package dev.reprise.run.queue;

import dev.reprise.run.state.RunStatus;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What a tenant has in the queue and around it.
 *
 * @param runs how many are QUEUED, RUNNING and WAITING
 * @param oldestDue since when the longest due of the queued ones is due
 */
public record TenantQueueStatus(Map<RunStatus, Long> runs, Optional<Instant> oldestDue) {

  public TenantQueueStatus {
    runs = Map.copyOf(runs);
  }

  /** Returns how many runs have this status, one of those three. */
  public long count(RunStatus status) {
    return runs.getOrDefault(status, 0L);
  }
}
