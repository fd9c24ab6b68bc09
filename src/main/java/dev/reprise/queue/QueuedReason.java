package dev.reprise.queue;

import java.time.Instant;

/** Why a run is queued and not running. */
public sealed interface QueuedReason {

  /**
   * A server has reserved the run and is about to start its job.
   *
   * @param owner the start of the server
   * @param until the time from which another server may reserve the run if this server has not
   *     claimed it
   */
  record Starting(String owner, Instant until) implements QueuedReason {}

  /** The run waits before its next attempt. */
  record NotDue(Instant until) implements QueuedReason {}

  /** Runs of its agent have failed in a row, so no run of the agent starts for a while. */
  record AgentBreakerOpen(Instant until) implements QueuedReason {}

  /**
   * The run was at work when the processes of several servers ended. It waits until it can start
   * alone on a server.
   */
  record Suspected(int losses) implements QueuedReason {}

  /** Its tenant has the maximum number of running runs. */
  record TenantAtLimit(int running, int limit) implements QueuedReason {}

  /** Other runs of its tenant have an earlier turn. */
  record BehindOthersOfTenant() implements QueuedReason {}

  /** The servers that can execute the run have no free place, or other tenants have their turn. */
  record ServersBusy() implements QueuedReason {}
}
