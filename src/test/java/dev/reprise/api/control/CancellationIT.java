package dev.reprise.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A run ends when an operator wants it to. */
class CancellationIT {

  private static final Client OPERATOR = new Client("operator");

  @Test
  void ofAQueuedRun() {
    cancelledWithReason(OPERATOR.submit("slow"));
  }

  @Test
  void ofARunningOne() {
    UUID run = OPERATOR.submit("slow");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("RUNNING"));
    assertThat(OPERATOR.get("runs/" + run).body().path("holder").path("server").asText())
        .isNotEmpty();

    cancelledWithReason(run);
  }

  @Test
  void needsNoReason() {
    UUID run = OPERATOR.submit("slow");

    var answer =
        Client.send(OPERATOR.request("runs/" + run + ":cancel").POST(BodyPublishers.noBody()));

    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(202);
  }

  @Test
  void comesTooLateForARunThatHasEnded() {
    UUID run = OPERATOR.submit("quick");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("COMPLETED"));

    OPERATOR.post("runs/" + run + ":cancel", "{}").isProblem(ProblemType.RUN_ENDED);
  }

  @Test
  void hasAReasonOfOneLine() {
    UUID run = OPERATOR.submit("slow");

    OPERATOR
        .post("runs/" + run + ":cancel", "{\"reason\": \"one\\ntwo\"}")
        .isProblem(ProblemType.INVALID_VALUE);
    OPERATOR.post("runs/" + run + ":cancel", "{}");
  }

  private static void cancelledWithReason(UUID run) {
    var answer = OPERATOR.post("runs/" + run + ":cancel", "{\"reason\": \"enough\"}");

    assertThat(answer.status()).isEqualTo(202);
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("CANCELLED"));
    var outcome = OPERATOR.get("runs/" + run).body().path("progress").path("outcome");
    assertThat(outcome.path("cancelledBy").asText()).isEqualTo("operator");
    assertThat(outcome.path("reason").asText()).isEqualTo("enough");
  }
}
