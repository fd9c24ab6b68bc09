package dev.reprise.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.fixture.Client.Answer;
import dev.reprise.api.http.ProblemType;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** An operator pauses a run and resumes it. */
class PauseIT {

  private static final Client OPERATOR = new Client("operator");

  @Test
  void stopsARunAfterItsStepAndResumesItThere() {
    UUID run = OPERATOR.submit("slow");
    awaitStatus(run, "RUNNING");

    var answer = OPERATOR.post("runs/" + run + ":pause", "{\"reason\": \"the audit\"}");

    assertThat(answer.status()).isEqualTo(202);
    awaitStatus(run, "PAUSED");
    JsonNode paused = newest(run, "run.paused").path("data");
    assertThat(paused.path("by").asText()).isEqualTo("operator");
    assertThat(paused.path("reason").asText()).isEqualTo("the audit");
    assertThat(OPERATOR.post("runs/" + run + ":resume", "{}").status()).isEqualTo(202);
    awaitStatus(run, "RUNNING");
    OPERATOR.post("runs/" + run + ":cancel", "{}");
  }

  @Test
  void aPersonActsOnWhatTheyHaveSeen() {
    UUID run = OPERATOR.submit("waits-long");
    awaitStatus(run, "WAITING");
    String seen = OPERATOR.get("runs/" + run).header("ETag");

    assertThat(pause(run, "\"0-1\"").isProblem(ProblemType.PRECONDITION_FAILED).body().toString())
        .contains("(WAITING) has changed since", seen.replace("\"", ""));
    assertThat(OPERATOR.status(run)).isEqualTo("WAITING");
    Answer paused = pause(run, seen);
    assertThat(paused.status()).isEqualTo(202);
    assertThat(paused.header("ETag")).isNotBlank().isNotEqualTo(seen);
    pause(run, seen).isProblem(ProblemType.PRECONDITION_FAILED);
    assertThat(pause(run, "*").status()).isEqualTo(202);
    OPERATOR.post("runs/" + run + ":cancel", "{}");
  }

  private static Answer pause(UUID run, String ifMatch) {
    return Client.send(
        OPERATOR
            .request("runs/" + run + ":pause")
            .header("Content-Type", "application/json")
            .header("If-Match", ifMatch)
            .POST(BodyPublishers.ofString("{}")));
  }

  @Test
  void comesTooLateForARunThatHasEnded() {
    UUID run = OPERATOR.submit("quick");
    awaitStatus(run, "COMPLETED");

    OPERATOR.post("runs/" + run + ":pause", "{}").isProblem(ProblemType.RUN_ENDED);
    OPERATOR.post("runs/" + run + ":resume", "{}").isProblem(ProblemType.RUN_NOT_PAUSED);
  }

  private static void awaitStatus(UUID run, String status) {
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals(status));
  }

  private static JsonNode newest(UUID run, String type) {
    return StreamSupport.stream(
            OPERATOR.get("runs/" + run + "/events").body().path("items").spliterator(), false)
        .filter(event -> event.path("type").asText().equals(type))
        .reduce((before, event) -> event)
        .orElseThrow();
  }
}
