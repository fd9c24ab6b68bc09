package dev.reprise.api.run;

import static java.util.stream.StreamSupport.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A phase that fails ends the run if it is critical, and is skipped with a warning if not. */
class PhaseFailureIT {

  private static final Client OPERATOR = new Client("operator");

  @Test
  void ofACriticalPhaseFailsTheRunAndSaysWhy() {
    UUID run = ended("critical", "FAILED");

    assertThat(types(run))
        .containsSubsequence("phase.completed", "model.failed", "phase.failed", "run.failed")
        .doesNotContain("run.completed");
    assertThat(last(run).path("data").path("failure").path("code").asText()).isEqualTo("no_idea");
    assertThat(started(run)).containsExactly("look", "think");
  }

  @Test
  void ofAnOptionalPhaseIsAWarningAndTheRunContinues() {
    UUID run = ended("optional", "COMPLETED");

    assertThat(types(run)).containsSubsequence("model.failed", "phase.skipped", "run.completed");
    assertThat(started(run)).containsExactly("look", "think", "say");
    assertThat(last(run).path("data").path("output").asText())
        .isEqualTo("Seen: A pot of tea. Thought: ");
  }

  @Test
  void ofAPhaseThatReachesItsDeadlineDoesNotWaitForTheModel() {
    UUID run = ended("late", "FAILED");

    assertThat(types(run)).doesNotContain("model.replied", "model.failed");
    assertThat(last(run).path("data").path("failure").path("code").asText())
        .isEqualTo("deadline_exceeded");
  }

  private static UUID ended(String agent, String status) {
    UUID run = OPERATOR.submit(agent);
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(OPERATOR.status(run)).isEqualTo(status));
    return run;
  }

  private static List<String> types(UUID run) {
    return events(run).stream().map(event -> event.path("type").asText()).toList();
  }

  private static List<String> started(UUID run) {
    return events(run).stream()
        .filter(event -> event.path("type").asText().equals("phase.started"))
        .map(event -> event.path("data").path("phase").asText())
        .toList();
  }

  private static JsonNode last(UUID run) {
    return events(run).getLast();
  }

  private static List<JsonNode> events(UUID run) {
    JsonNode items = OPERATOR.get("runs/" + run + "/events").body().path("items");
    return stream(items.spliterator(), false).toList();
  }
}
