package dev.reprise.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.fixture.Example;
import dev.reprise.platform.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is sent is what the page shows. */
class WebhookMessageTest {

  @Test
  void isThatOfThePage() {
    JsonNode shown = shown("approve or deny c1");
    JsonNode data = shown.path("data");
    var run = new UUID(0, 2);
    var delivery =
        new ClaimedDelivery(
            new DeliveryId(run, data.path("sequence").asLong()),
            EventKind.named(shown.path("type").asText()).orElseThrow(),
            Instant.parse(shown.path("timestamp").asText()),
            new ClaimedDelivery.Receiver(new UUID(0, 1), "acme", "https://example.org", List.of()),
            new ClaimedDelivery.Subject(data.path("tenant").asText(), data.path("agent").asText()),
            1,
            1,
            Instant.EPOCH);
    ((ObjectNode) data).put("runId", run.toString()); // the page cuts it short

    assertThat(WebhookMessage.body(delivery, Optional.of(data.path("reason").asText())))
        .isEqualTo(Json.write(shown));
  }

  @Test
  void ofATestIsThatOfThePage() {
    JsonNode shown = shown("webhook.test");
    var receiver =
        new ClaimedDelivery.Receiver(
            UUID.fromString(shown.at("/data/webhookId").asText()),
            shown.at("/data/tenant").asText(),
            "https://example.org",
            List.of());

    assertThat(WebhookMessage.ofTest(receiver, Instant.parse(shown.path("timestamp").asText())))
        .isEqualTo(Json.write(shown));
  }

  private static JsonNode shown(String part) {
    return Json.read(Example.of("webhooks.md", part).text());
  }
}
