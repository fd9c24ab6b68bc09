package dev.reprise.api.webhook;

import dev.reprise.api.http.FieldReader;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.web.NoResponseException;
import dev.reprise.web.RequestBlockedException;
import dev.reprise.web.WebClient;
import dev.reprise.webhook.EventKind;
import dev.reprise.webhook.Webhook;
import dev.reprise.webhook.Webhooks;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks a client's webhook. The URL must pass the guard that each delivery passes again, so that
 * people learn at once what would never be delivered.
 */
@ApplicationScoped
class WebhookValidator {

  private final WebClient web;
  private final Webhooks webhooks;

  @Inject
  WebhookValidator(WebClient web, Webhooks webhooks) {
    this.web = web;
    this.webhooks = webhooks;
  }

  /**
   * Returns the definition that a client requests.
   *
   * @throws ProblemException that has all errors
   */
  Webhook.Definition definition(WebhookRequest request) {
    var values = new FieldReader();
    Set<EventKind> events = events(request.events(), values);
    checkUrl(request.url(), values);
    values.check(ProblemType.INVALID_VALUE);
    return new Webhook.Definition(request.url(), events, request.isEnabled());
  }

  private static Set<EventKind> events(List<String> names, FieldReader values) {
    Set<EventKind> events = EnumSet.noneOf(EventKind.class);
    for (int i = 0; i < names.size(); i++) {
      Optional<EventKind> event = Optional.ofNullable(names.get(i)).flatMap(EventKind::named);
      event.ifPresent(events::add);
      if (event.isEmpty()) {
        values.wrong("events[%d]".formatted(i), "must be one of " + allowed());
      }
    }
    return events;
  }

  private static String allowed() {
    return Arrays.stream(EventKind.values())
        .map(EventKind::eventName)
        .collect(Collectors.joining(", "));
  }

  private void checkUrl(String url, FieldReader values) {
    try {
      if (Webhooks.isMail(url)) {
        webhooks.requireMailAllowed(url);
      } else {
        web.forWebhooks().requireAllowed(url);
      }
    } catch (IllegalArgumentException e) {
      values.wrong("url", String.valueOf(e.getMessage()));
    } catch (RequestBlockedException e) {
      values.wrong("url", "is not allowed: " + e.reason());
    } catch (NoResponseException e) {
      values.wrong("url", "cannot be used: " + e.fault().message());
    }
  }
}
