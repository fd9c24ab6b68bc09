package dev.reprise.webhook;

import dev.reprise.journal.seal.TextEncryption;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * A delivery that this server is to send now.
 *
 * @param epoch of the claim; a result is recorded only under the newest
 * @param attempt the number of this attempt, counted from 1
 * @param begunAt when the first attempt began
 */
record ClaimedDelivery(
    DeliveryId id,
    EventKind event,
    Instant happenedAt,
    Receiver receiver,
    Subject subject,
    long epoch,
    int attempt,
    Instant begunAt) {

  /**
   * A webhook to which something is due.
   *
   * @param tenant whose webhook it is
   * @param secrets those that sign, as they are stored; the newest first
   */
  record Receiver(UUID webhook, String tenant, String url, List<TextEncryption.Encrypted> secrets) {
    Receiver {
      secrets = List.copyOf(secrets);
    }
  }

  /** The run of the event, as its row says. */
  record Subject(String tenant, String agent) {}
}
