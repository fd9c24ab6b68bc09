package dev.reprise.api.webhook;

import dev.reprise.api.http.SecretResponse;
import dev.reprise.webhook.EventKind;
import dev.reprise.webhook.ShownUrl;
import dev.reprise.webhook.Webhook;
import dev.reprise.webhook.Webhooks;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A webhook.
 *
 * @param url whole for admins; for others, "…" replaces what follows the host, because it is the
 *     secret of many receivers
 * @param events the kinds of events that are sent
 * @param enabled whether events are told, and deliveries are sent
 * @param revision counts the changes that people made, from 1
 * @param secret the new secret, which signs the messages; only in the response to the request that
 *     made it
 * @param earlierSecretUntil until when the secret before it signs as well; absent if it does not
 * @param createdBy the user who created it
 */
public record WebhookView(
    UUID id,
    String url,
    List<EventKind> events,
    boolean enabled,
    long revision,
    Optional<String> secret,
    Optional<Instant> earlierSecretUntil,
    String createdBy,
    Instant createdAt,
    Instant updatedAt)
    implements SecretResponse.View {

  public WebhookView {
    events = List.copyOf(events);
  }

  @Override
  public WebhookView withoutSecret() {
    return new WebhookView(
        id,
        url,
        events,
        enabled,
        revision,
        Optional.empty(),
        earlierSecretUntil,
        createdBy,
        createdAt,
        updatedAt);
  }

  static WebhookView of(Webhook webhook) {
    return of(webhook, webhook.definition().url(), Optional.empty());
  }

  /** Returns the webhook for those who need not know its URL. */
  static WebhookView concealing(Webhook webhook) {
    return of(webhook, new ShownUrl(webhook.definition().url()).text(), Optional.empty());
  }

  static WebhookView of(Webhooks.WithSecret made) {
    Webhook webhook = made.webhook();
    return of(webhook, webhook.definition().url(), Optional.of(made.secret().text()));
  }

  private static WebhookView of(Webhook webhook, String url, Optional<String> secret) {
    return new WebhookView(
        webhook.id(),
        url,
        webhook.definition().events().stream().sorted().toList(),
        webhook.definition().enabled(),
        webhook.revision(),
        secret,
        webhook.earlierSecretUntil(),
        webhook.origin().by(),
        webhook.origin().createdAt(),
        webhook.origin().updatedAt());
  }
}
