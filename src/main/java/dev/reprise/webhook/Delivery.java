package dev.reprise.webhook;

import java.time.Instant;
import java.util.Optional;

/**
 * One event on its way to a webhook.
 *
 * @param happenedAt when the event was recorded
 * @param attempts how often it was sent since it last became pending
 * @param dueAt when it is sent next; while it is being sent, when another server may send it; empty
 *     after the end
 * @param endedAt when it was delivered or given up
 */
public record Delivery(
    DeliveryId id,
    EventKind event,
    Instant happenedAt,
    DeliveryStatus status,
    int attempts,
    Optional<Instant> dueAt,
    Optional<Instant> endedAt,
    LastAnswer last) {

  /**
   * How the last attempt ended.
   *
   * @param status the HTTP status; empty if there was no response
   * @param error why it counts as failed; empty if it does not
   */
  public record LastAnswer(Optional<Integer> status, Optional<String> error) {}
}
