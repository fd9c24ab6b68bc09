package dev.reprise.api.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.api.fixture.Client;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A submission is accepted at once and carried out afterwards. */
class SubmissionIT {

  private static final Client OPERATOR = new Client("operator");
  private static final String INPUT = "{\"topic\": \"tea\", \"author\": {\"name\": \"Ana\"}}";

  @Test
  void returnsTheRunAndItsAddress() {
    var answer = OPERATOR.post("runs", Client.submission("quick", INPUT, "test/sub"));

    assertThat(answer.status()).isEqualTo(202);
    String id = answer.body().path("id").asText();
    assertThat(answer.header("Location")).endsWith("/api/v1/runs/" + id);
    // A server may start the run, and end it, before the response is written.
    assertThat(answer.body().path("status").asText()).isIn("QUEUED", "RUNNING", "COMPLETED");
    assertThat(answer.body().path("submittedBy").asText()).isEqualTo("operator");
    assertThat(answer.body().path("workspace").asText()).isEqualTo("test/sub");
    assertThat(answer.body().path("agentVersion").asText()).matches("[0-9a-f]{64}");
  }

  @Test
  void leadsToAnOutcomeThatTheRunShows() {
    var run = OPERATOR.submit("quick");

    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("COMPLETED"));
    var progress = OPERATOR.get("runs/" + run).body().path("progress");
    assertThat(progress.path("outcome").path("output").asText()).isEqualTo("About tea by Ana.");
    assertThat(progress.path("phases").path(0).path("name").asText()).isEqualTo("say");
    assertThat(progress.path("phases").path(0).path("state").asText()).isEqualTo("COMPLETED");
    assertThat(progress.path("usage").path("outputTokens").isNumber()).isTrue();
    assertThat(progress.has("phase")).isFalse();
  }

  @Test
  void worksManyTimesAtOnceForAnAgentThatIsNewToTheTenant() {
    var beta = new Client("bo@beta");
    var statuses =
        IntStream.range(0, 8)
            .parallel()
            .mapToObj(i -> beta.post("runs", Client.submission("quick", INPUT, "test")).status())
            .toList();

    assertThat(statuses).isEqualTo(List.of(202, 202, 202, 202, 202, 202, 202, 202));
  }
}
