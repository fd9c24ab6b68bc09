package dev.reprise.webhook;

import dev.reprise.platform.SharedPermits;
import dev.reprise.platform.jdbc.DatabaseException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/**
 * Sends a webhook a message on request, so that its receiver is tried out before an event. It is
 * sent once and at once, past the deliveries, and leaves none; also to a webhook that is disabled.
 * A tenant may have half of the tests that are under way at once.
 */
@ApplicationScoped
public class TestDelivery {

  /** A receiver may take long to answer, and each test holds the thread of its request. */
  static final int AT_ONCE = 8;

  private final Webhooks webhooks;
  private final WebhookSender sender;
  private final SharedPermits permits = new SharedPermits(AT_ONCE, AT_ONCE / 2, AT_ONCE / 2);

  @Inject
  TestDelivery(Webhooks webhooks, WebhookSender sender) {
    this.webhooks = webhooks;
    this.sender = sender;
  }

  /**
   * Sends the message, and waits for what becomes of it. The error does not show more of the URL
   * than those of deliveries.
   *
   * @return empty if the webhook was deleted since it was read
   * @throws DatabaseException if the database fails; then nothing was sent
   */
  public Optional<Delivery.LastAnswer> to(Webhook webhook) {
    return webhooks.receiver(webhook.id()).map(this::send);
  }

  private Delivery.LastAnswer send(ClaimedDelivery.Receiver receiver) {
    Optional<SharedPermits.Permit> permit =
        permits.take(new SharedPermits.Owner(receiver.tenant(), receiver.webhook().toString()));
    if (permit.isEmpty()) {
      return new Delivery.LastAnswer(
          Optional.empty(), Optional.of("nothing was sent: too many tests are under way"));
    }
    try {
      return sender.sendTest(receiver).answer();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the server stops
      return new Delivery.LastAnswer(
          Optional.empty(), Optional.of("the server stops; the receiver may have got it"));
    } finally {
      permit.get().close();
    }
  }
}
