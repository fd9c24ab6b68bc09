package dev.reprise.api.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.api.fixture.Client;
import dev.reprise.api.fixture.Client.Answer;
import dev.reprise.api.http.ProblemType;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients may wait for a run instead of asking again and again. */
class RunWaitIT {

  private static final Client OPERATOR = new Client("operator");
  private static final String QUICK =
      Client.submission("quick", "{\"topic\": \"tea\", \"author\": {\"name\": \"Ana\"}}", "test");

  @Test
  void aSubmissionIsAnsweredWhenItsRunHasEnded() {
    Answer answer =
        Client.send(
            OPERATOR
                .request("runs")
                .header("Content-Type", "application/json")
                .header("Prefer", "respond-async, wait=30")
                .POST(BodyPublishers.ofString(QUICK)));

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body().path("status").asText()).isEqualTo("COMPLETED");
    assertThat(answer.body().path("progress").path("phases")).isNotEmpty();
    assertThat(answer.header("Preference-Applied")).isEqualTo("wait=30");
  }

  @Test
  void aRunIsShownWhenItHasEnded() {
    UUID run = OPERATOR.submit("quick");

    Answer answer = OPERATOR.get("runs/%s?wait=30".formatted(run));

    assertThat(answer.body().path("status").asText()).isEqualTo("COMPLETED");
  }

  @Test
  void theResponseToAClientThatWaitsIsKeptUnderItsKey() {
    String key = UUID.randomUUID().toString();

    Answer first = submitAndWait(key);
    Answer second = submitAndWait(key);

    assertThat(first.body().path("status").asText()).isEqualTo("COMPLETED");
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.header("Idempotency-Replayed")).isEqualTo("true");
  }

  private static Answer submitAndWait(String key) {
    return Client.send(
        OPERATOR
            .request("runs?wait=30")
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(QUICK)));
  }

  @Test
  void aRunThatGoesOnIsShownAfterTheTime() {
    UUID run = OPERATOR.submit("slow");

    Answer answer = OPERATOR.get("runs/%s?wait=1".formatted(run));

    assertThat(answer.body().path("status").asText()).isIn("QUEUED", "RUNNING");
    assertThat(answer.header("Preference-Applied")).isEqualTo("wait=1");
    OPERATOR.post("runs/%s:cancel".formatted(run), "{}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"61", "-1", "x"})
  void refusesOtherTimes(String wait) {
    OPERATOR
        .get("runs/%s?wait=%s".formatted(OPERATOR.submit("quick"), wait))
        .isProblem(ProblemType.INVALID_PARAMETER);
  }

  @Test
  void aPreferenceThatIsNotUnderstoodIsIgnored() {
    UUID run = OPERATOR.submit("quick");

    Answer answer =
        Client.send(OPERATOR.request("runs/" + run).header("Prefer", "wait=soon, colour=red"));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Preference-Applied")).isEmpty();
  }
}
