package dev.reprise.api.webhook;

import dev.reprise.webhook.Webhook;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a tenant is told what becomes of its runs.
 *
 * @param url receives a POST for each event; {@code http://} or {@code https://}
 * @param events names of the kinds of events
 * @param enabled whether events are told; true by default
 */
public record WebhookRequest(
    @NotBlank(message = "is missing; it must be a URL")
        @Size(max = Webhook.MAX_URL, message = "must have at most {max} characters")
        String url,
    @NotEmpty(message = "must name at least one event")
        @Size(max = MAX_EVENTS, message = "must have at most {max} entries")
        List<String> events,
    @Nullable Boolean enabled) {

  /** More than there are kinds. */
  static final int MAX_EVENTS = 50;

  boolean isEnabled() {
    return enabled == null || enabled;
  }
}
