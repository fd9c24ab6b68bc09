package dev.reprise.webhook;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import dev.reprise.webhook.ClaimedDelivery.Receiver;
import java.time.Instant;
import java.util.Optional;

/**
 * What a receiver reads: type, time and the run, without the run's inputs, outputs and arguments.
 */
final class WebhookMessage {

  /** The longest reason, in characters. */
  private static final int MAX_REASON = 1_000;

  /** The type of a message that a person asked for; no event has it. */
  static final String TEST = "webhook.test";

  private WebhookMessage() {}

  /** Returns the body of a message that a person asked for to try out the receiver. */
  static String ofTest(Receiver receiver, Instant now) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("type", TEST);
    body.put("timestamp", now.toString());
    body.putObject("data")
        .put("webhookId", receiver.webhook().toString())
        .put("tenant", receiver.tenant());
    return Json.write(body);
  }

  /**
   * Returns the body, which is the same at every attempt.
   *
   * @param reason what the record says about why it happened
   */
  static String body(ClaimedDelivery delivery, Optional<String> reason) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("type", delivery.event().eventName());
    body.put("timestamp", delivery.happenedAt().toString());
    ObjectNode data = body.putObject("data");
    data.put("runId", delivery.id().run().toString());
    data.put("tenant", delivery.subject().tenant());
    data.put("agent", delivery.subject().agent());
    data.put("status", delivery.event().status().name());
    data.put("sequence", delivery.id().sequence());
    reason.ifPresent(text -> data.put("reason", shortened(text)));
    return Json.write(body);
  }

  private static String shortened(String text) {
    return text.codePointCount(0, text.length()) > MAX_REASON
        ? text.substring(0, text.offsetByCodePoints(0, MAX_REASON)) + "…"
        : text;
  }
}
