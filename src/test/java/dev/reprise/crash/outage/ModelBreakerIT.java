package dev.reprise.crash.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.crash.fixture.Breakers;
import dev.reprise.crash.fixture.Site;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The breaker of a provider of models outlives its server, and runs wait for it. */
class ModelBreakerIT {

  private static final String MODEL = "model/scripted";

  @Test
  void makeRunsWaitForAFailingProvider() {
    try (var site =
        Site.named("breaker-provider", Site.FILES.with("REPRISE_BREAKER_MODEL_OPEN", "PT8M"))) {
      site.server().start();
      site.awaitStatus(site.submit("down", "first"), "FAILED"); // after four attempts
      UUID second = site.submit("down", "second");
      site.awaitStatus(second, "WAITING");

      RecordedRun waiting = site.runs().read(second);
      assertThat(waiting.first("run.waiting").data().path("waitingFor").asText())
          .isEqualTo("retry");
      List<JsonNode> retries = waiting.all("model.retrying").map(RecordedEvent::data).toList();
      assertThat(retries).hasSize(2);
      assertIsHeld(retries.getLast(), 1);
      assertThat(Breakers.of(site, MODEL).path("because").asText()).isEqualTo("server_error");

      site.server().kill();
      site.server().start();

      UUID third = site.submit("steps", "third");
      site.awaitStatus(third, "WAITING");
      assertIsHeld(site.runs().read(third).first("model.retrying").data(), 0);
      JsonNode health = site.runs().http().get("health/ready");
      assertThat(health.path("status").asText()).isEqualTo("UP");
      assertThat(health.findValue("scripted.breaker").asText()).isEqualTo("OPEN");

      Breakers.reset(site, MODEL);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> answered(site, site.submit("steps", "fourth")));
    }
  }

  private static void assertIsHeld(JsonNode retry, int attempts) {
    assertThat(retry.path("failure").path("code").asText()).isEqualTo("breaker_open");
    assertThat(retry.path("failure").path("message").asText()).contains("provider scripted");
    assertThat(retry.path("attempt").asInt()).as("attempts made").isEqualTo(attempts);
  }

  /** Until the server has polled again, its runs wait as before. */
  private static boolean answered(Site site, UUID run) {
    return site.awaitRecord(run, it -> it.has("model.replied") || it.has("model.retrying"))
        .has("model.replied");
  }
}
