package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Breakers outlive their server. They open and close for it, and its operators see that. */
class BreakerIT {

  private static final String TOOL = "tool/faulty";
  private static final String MODEL = "model/scripted";

  @Test
  void stopCallsOfABrokenToolUntilAnOperatorResetsThem() throws IOException {
    try (var site = Site.named("breaker", Site.FILES.with("REPRISE_BREAKER_TOOL_OPEN", "PT1H"))) {
      site.server().start();
      assertThat(breaker(site, TOOL).path("state").asText()).isEqualTo("CLOSED");
      String path = site.file("faulty").toString();

      RecordedRun run = site.awaitStatus(site.submit("faulty", path), "COMPLETED").assertSound();

      assertThat(site.effects("faulty")).hasSize(5);
      assertThat(run.count("tool-call.started")).isEqualTo(5);
      assertThat(codes(run)).containsOnlyOnce("breaker_open").endsWith("breaker_open").hasSize(6);
      JsonNode open = breaker(site, TOOL);
      assertThat(open.path("state").asText()).isEqualTo("OPEN");
      assertThat(open.path("failures").asInt()).isEqualTo(5);
      assertThat(open.path("because").asText()).isEqualTo("unknown");
      assertThat(Instant.parse(open.path("until").asText()))
          .isEqualTo(Instant.parse(open.path("since").asText()).plus(Duration.ofHours(1)));

      site.server().kill();
      site.server().start();

      assertThat(breaker(site, TOOL)).isEqualTo(open);
      run = site.awaitStatus(site.submit("faulty", path), "COMPLETED").assertSound();
      assertThat(codes(run)).containsOnly("breaker_open").hasSize(6);
      assertThat(site.effects("faulty")).hasSize(5);

      Files.createFile(Hold.gate(site.file("faulty")));
      reset(site, TOOL);
      assertThat(breaker(site, TOOL).path("state").asText()).isEqualTo("CLOSED");
      run = site.awaitStatus(site.submit("faulty", path), "COMPLETED").assertSound();
      assertThat(run.count("tool-call.completed")).isEqualTo(6);
      assertThat(site.effects("faulty")).hasSize(11);
    }
  }

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
      assertThat(breaker(site, MODEL).path("because").asText()).isEqualTo("server_error");

      site.server().kill();
      site.server().start();

      UUID third = site.submit("steps", "third");
      site.awaitStatus(third, "WAITING");
      assertIsHeld(site.runs().read(third).first("model.retrying").data(), 0);
      JsonNode health = site.runs().http().get("health/ready");
      assertThat(health.path("status").asText()).isEqualTo("UP");
      assertThat(health.findValue("scripted.breaker").asText()).isEqualTo("OPEN");

      reset(site, MODEL);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> answered(site, site.submit("steps", "fourth")));
    }
  }

  @Test
  void keepRunsOfAFailingAgentQueuedUntilATrialRun() {
    var options =
        Site.FILES
            .with("REPRISE_RETRY_TRANSPORT_ATTEMPTS", "1")
            .with("REPRISE_BREAKER_MODEL_FAILURES", "100")
            .with("REPRISE_BREAKER_WORKFLOW_OPEN", "PT20S");
    try (var site = Site.named("breaker-agent", options)) {
      site.server().start();
      for (int i = 0; i < 5; i++) {
        site.awaitStatus(site.submit("down", "failing"), "FAILED");
      }

      UUID sixth = site.submit("down", "resting");
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> reason(site, sixth), "agent_rests_until"::equals);

      assertThat(breaker(site, "workflow/down").path("state").asText()).isEqualTo("OPEN");
      assertThat(breaker(site, "workflow/steps").path("state").asText()).isEqualTo("CLOSED");
      assertThat(site.runs().read(sixth).count("run.admitted")).isZero();
      site.awaitStatus(sixth, "FAILED"); // the trial run
      assertThat(breaker(site, "workflow/down").path("failures").asInt()).isEqualTo(6);

      reset(site, "workflow/down");
      assertThat(breaker(site, "workflow/down").path("state").asText()).isEqualTo("CLOSED");
    }
  }

  private static String reason(Site site, UUID run) {
    return site.runs().http().get("api/v1/runs/" + run).path("queue").path("reason").asText();
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

  private static List<String> codes(RecordedRun run) {
    return run.all("tool-call.failed")
        .map(event -> event.data().path("failure").path("code").asText())
        .toList();
  }

  private static JsonNode breaker(Site site, String key) {
    var items = site.runs().http().get("api/v1/breakers").path("items");
    return StreamSupport.stream(items.spliterator(), false)
        .filter(it -> key.equals(it.path("kind").asText() + "/" + it.path("name").asText()))
        .findFirst()
        .orElseThrow();
  }

  private static void reset(Site site, String key) {
    String path = "api/v1/breakers/%s:reset".formatted(key);
    assertThat(
            site.runs()
                .http()
                .change("POST", path, JsonNodeFactory.instance.objectNode())
                .path("state")
                .asText())
        .isEqualTo("CLOSED");
  }
}
