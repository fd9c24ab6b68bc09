package dev.reprise.run.queue;

import java.time.Instant;

/** Why a run is queued and not running. */
public sealed interface QueuedReason {

  /**
   * A server has taken it and is about to begin.
   *
   * @param owner which start of which server
   * @param until when another takes it if that one has not begun
   */
  record Starting(String owner, Instant until) implements QueuedReason {}

  /** It rests before it is tried again. */
  record NotDue(Instant until) implements QueuedReason {}

  /** Runs of its agent have failed one after the other, and none is begun for a while. */
  record AgentRests(Instant until) implements QueuedReason {}

  /**
   * Servers have ended with it in hand, one after the other: such runs go on a few at a time on
   * each server, until they take a step forward.
   */
  record Suspected(int losses) implements QueuedReason {}

  /** Its tenant has as many running as it may. */
  record TenantAtLimit(int running, int limit) implements QueuedReason {}

  /** Others of its tenant have their turn before it. */
  record BehindOthersOfTenant() implements QueuedReason {}

  /** All places of the servers that could carry it out are taken, or others have their turn. */
  record ServersBusy() implements QueuedReason {}
}
