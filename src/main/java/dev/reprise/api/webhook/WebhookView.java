package dev.reprise.api.webhook;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.reprise.webhook.EventKind;
import dev.reprise.webhook.ShownUrl;
import dev.reprise.webhook.Webhook;
import dev.reprise.webhook.Webhooks;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A webhook. Its groups are flat in JSON.
 *
 * @param url whole for admins; for others, "…" replaces what follows the host, because it is the
 *     secret of many receivers
 * @param events the kinds of events that are told
 * @param enabled whether events are told, and deliveries are sent
 * @param revision counts the changes that people made, from 1
 */
public record WebhookView(
    UUID id,
    String url,
    List<EventKind> events,
    boolean enabled,
    long revision,
    @JsonUnwrapped Secret signature,
    @JsonUnwrapped Origin origin) {

  public WebhookView {
    events = List.copyOf(events);
  }

  /**
   * What signs the messages.
   *
   * @param secret the new secret; only in the response to the request that made it
   * @param earlierSecretUntil until when the secret before it signs as well; absent if it does not
   */
  public record Secret(Optional<String> secret, Optional<Instant> earlierSecretUntil) {}

  /**
   * Where the webhook comes from.
   *
   * @param createdBy the user who created it
   */
  public record Origin(String createdBy, Instant createdAt, Instant updatedAt) {}

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
        new Secret(secret, webhook.earlierSecretUntil()),
        new Origin(
            webhook.origin().by(), webhook.origin().createdAt(), webhook.origin().updatedAt()));
  }
}
