package dev.reprise.api.webhook;

import dev.reprise.webhook.Delivery;
import dev.reprise.webhook.DeliveryStatus;
import dev.reprise.webhook.EventKind;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * One event on its way to a webhook.
 *
 * @param id the {@code webhook-id} of its message
 * @param run the run of the event
 * @param happenedAt when the event was recorded
 * @param attempts how often it was sent, since :redeliver if that was used
 * @param nextAt when it is sent next, or again if the server that sends it now is lost; absent
 *     after the end
 * @param response the HTTP status of the receiver to the last attempt; absent if there was none
 * @param error why the last attempt counts as failed; absent if it does not
 * @param endedAt when the event was delivered or given up; absent before
 */
public record DeliveryView(
    String id,
    UUID run,
    EventKind event,
    Instant happenedAt,
    DeliveryStatus status,
    int attempts,
    Optional<Instant> nextAt,
    Optional<Integer> response,
    Optional<String> error,
    Optional<Instant> endedAt) {

  static DeliveryView of(Delivery delivery) {
    return new DeliveryView(
        delivery.id().toString(),
        delivery.id().run(),
        delivery.event(),
        delivery.happenedAt(),
        delivery.status(),
        delivery.attempts(),
        delivery.dueAt(),
        delivery.last().status(),
        delivery.last().error(),
        delivery.endedAt());
  }
}
