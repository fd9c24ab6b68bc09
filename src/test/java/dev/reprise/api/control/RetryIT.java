package dev.reprise.api.control;

import static java.util.stream.StreamSupport.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** An operator can retry a failed run, and no other run. */
class RetryIT {

  private static final Client OPERATOR = new Client("operator");

  @Test
  void continuesFromTheStepThatFailedAndRepeatsNothing() {
    UUID run = submitted("short-of-turns", "FAILED");
    RecordedRun failed = read(run);

    var answer = OPERATOR.post("runs/" + run + ":retry", "{\"reason\": \"give it more turns\"}");

    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(202);
    assertThat(answer.header("Location")).endsWith("/api/v1/runs/" + run);
    awaitStatus(run, "COMPLETED");
    RecordedRun retried = read(run).assertSound().assertContinues(failed);
    RecordedEvent retry = retried.first("run.retried");
    assertThat(retry.data().path("by").asText()).isEqualTo("operator");
    assertThat(retry.data().path("reason").asText()).isEqualTo("give it more turns");
    assertThat(retried.count("phase.started")).isEqualTo(2);
    assertThat(retried.count("tool-call.started")).isEqualTo(2);
    assertThat(retried.last().data().path("output").asText()).isEqualTo("Seen.");
  }

  @Test
  void needsNoReason() {
    UUID run = submitted("critical", "FAILED");

    var answer =
        Client.send(OPERATOR.request("runs/" + run + ":retry").POST(BodyPublishers.noBody()));

    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(202);
    // Its model fails again, and so does the run: a retry is no way around a failure.
    await().atMost(Duration.ofSeconds(30)).until(() -> read(run).count("run.failed") == 2);
  }

  @Test
  void isRefusedForARunThatCompletedAndChangesNothing() {
    UUID run = submitted("quick", "COMPLETED");
    RecordedRun completed = read(run);

    var answer =
        OPERATOR.post("runs/" + run + ":retry", "{}").isProblem(ProblemType.RUN_NOT_FAILED);

    assertThat(answer.body().path("detail").asText())
        .contains("COMPLETED", "FAILED or DEAD_LETTER");
    assertThat(read(run)).isEqualTo(completed);
  }

  @Test
  void isRefusedForARunThatRunsOrWasCancelled() {
    UUID run = submitted("slow", "RUNNING");

    var running = OPERATOR.post("runs/" + run + ":retry", "{}");
    OPERATOR.post("runs/" + run + ":cancel", "{}");
    awaitStatus(run, "CANCELLED");
    var cancelled = OPERATOR.post("runs/" + run + ":retry", "{}");

    running.isProblem(ProblemType.RUN_NOT_FAILED);
    assertThat(running.body().path("detail").asText()).contains("is RUNNING");
    cancelled.isProblem(ProblemType.RUN_NOT_FAILED);
    assertThat(cancelled.body().path("detail").asText()).contains("is CANCELLED");
  }

  @Test
  void isNotForViewersNorForOtherTenantsNorForRunsThatAreNotThere() {
    UUID run = submitted("critical", "FAILED");

    new Client("viewer").post("runs/" + run + ":retry", "{}").isProblem(ProblemType.FORBIDDEN);
    new Client("ana@acme").post("runs/" + run + ":retry", "{}").isProblem(ProblemType.NOT_FOUND);
    OPERATOR.post("runs/" + UUID.randomUUID() + ":retry", "{}").isProblem(ProblemType.NOT_FOUND);
    assertThat(OPERATOR.status(run)).isEqualTo("FAILED");
  }

  private static UUID submitted(String agent, String status) {
    UUID run = OPERATOR.submit(agent);
    awaitStatus(run, status);
    return run;
  }

  private static void awaitStatus(UUID run, String status) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(OPERATOR.status(run)).isEqualTo(status));
  }

  private static RecordedRun read(UUID run) {
    JsonNode items = OPERATOR.get("runs/" + run + "/events").body().path("items");
    return new RecordedRun(stream(items.spliterator(), false).map(RecordedEvent::of).toList());
  }
}
