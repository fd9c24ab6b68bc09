package dev.reprise.api.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.api.fixture.Client;
import dev.reprise.api.fixture.Client.Answer;
import dev.reprise.api.http.ProblemType;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A POST with a key is carried out once, however often it is sent. */
class IdempotencyIT {

  private static final Client OPERATOR = new Client("operator");
  private static final Client ADMIN = new Client("admin");
  private static final String QUICK =
      Client.submission("quick", "{\"topic\": \"tea\", \"author\": {\"name\": \"Ana\"}}", "test");
  private static final String SLOW = QUICK.replace("quick", "slow");

  private final String key = UUID.randomUUID().toString();

  @Test
  void aSubmissionThatIsSentTwiceStartsOneRun() {
    Answer first = send(OPERATOR, "runs", key, QUICK);
    Answer second = send(OPERATOR, "runs", key, QUICK);

    assertThat(first.status()).isEqualTo(202);
    assertThat(first.header("Idempotency-Replayed")).isEmpty();
    assertThat(second.status()).isEqualTo(202);
    assertThat(second.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(second.header("Location")).isEqualTo(first.header("Location"));
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(OPERATOR.get("runs/" + first.body().path("id").asText()).status()).isEqualTo(200);
  }

  @Test
  void aKeyMayBeAStructuredField() {
    Answer first = send(OPERATOR, "runs", key, QUICK);

    Answer second = send(OPERATOR, "runs", '"' + key + '"', QUICK);

    assertThat(second.body()).isEqualTo(first.body());
  }

  @Test
  void aKeyBelongsToOneRequestOfOneCaller() {
    send(OPERATOR, "runs", key, QUICK);

    send(OPERATOR, "runs", key, SLOW).isProblem(ProblemType.IDEMPOTENCY_KEY_REUSED);
    send(ADMIN, "runs", key, QUICK).isProblem(ProblemType.IDEMPOTENCY_KEY_REUSED);
    assertThat(send(OPERATOR, "schedules:preview", key, "{}").status()).isEqualTo(400);
    assertThat(send(new Client("ana@acme"), "runs", key, QUICK).status()).isEqualTo(202);
  }

  /** Keys may have one name and different roles. */
  @Test
  void aKeyBelongsToOneApiKey() {
    String name = "of-two-" + UUID.randomUUID();

    assertThat(submitWith(apiKey(name)).status()).isEqualTo(202);
    submitWith(apiKey(name)).isProblem(ProblemType.IDEMPOTENCY_KEY_REUSED);
  }

  private static String apiKey(String name) {
    return ADMIN
        .post("api-keys", "{\"name\": \"%s\", \"roles\": [\"submitter\"]}".formatted(name))
        .body()
        .path("key")
        .asText();
  }

  private Answer submitWith(String apiKey) {
    return Client.send(
        HttpRequest.newBuilder(Client.uri("runs"))
            .header("Authorization", "Bearer " + apiKey)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(QUICK)));
  }

  @Test
  void aRefusedRequestLeavesItsKeyFree() {
    send(OPERATOR, "runs", key, QUICK.replace("quick", "no-such-agent"))
        .isProblem(ProblemType.UNKNOWN_AGENT);

    Answer corrected = send(OPERATOR, "runs", key, QUICK);

    assertThat(corrected.status()).isEqualTo(202);
  }

  @Test
  void aRequestWithoutTheRoleLearnsNothingOfTheKey() {
    send(OPERATOR, "runs", key, QUICK);

    send(new Client("viewer"), "runs", key, QUICK).isProblem(ProblemType.FORBIDDEN);
  }

  @Test
  void anActIsRepeatedWithItsResponseAndDoesNothing() {
    UUID run = OPERATOR.submit("slow");
    Answer paused = send(OPERATOR, "runs/%s:pause".formatted(run), key, "{}");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("PAUSED"));
    OPERATOR.post("runs/%s:resume".formatted(run), "{}");

    Answer again = send(OPERATOR, "runs/%s:pause".formatted(run), key, "{}");

    assertThat(again.status()).isEqualTo(paused.status());
    assertThat(again.body()).isEqualTo(paused.body());
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(OPERATOR.status(run)).isIn("QUEUED", "RUNNING");
    OPERATOR.post("runs/%s:cancel".formatted(run), "{}");
  }

  @Test
  void aBatchThatIsSentTwiceExistsOnce() {
    String batch =
        """
        {"agent": "quick", "workspace": "test",
         "source": {"lines": "{\\"topic\\": \\"tea\\", \\"author\\": {\\"name\\": \\"Ana\\"}}"}}
        """;
    Answer first = send(OPERATOR, "batches", key, batch);

    Answer second = send(OPERATOR, "batches", key, batch);

    assertThat(first.status()).as("%s", first.body()).isEqualTo(202);
    assertThat(second.body().path("id")).isEqualTo(first.body().path("id"));
  }

  @Test
  void keysOfAnErasedRunAreFree() {
    String about = QUICK.replaceFirst("\\{", "{\"dedupeKey\": \"%s\", ".formatted(key));
    UUID first = run(send(OPERATOR, "runs", key, about));
    assertThat(run(send(OPERATOR, "runs", key + "-2", about))).isEqualTo(first);
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(first).equals("COMPLETED"));
    assertThat(Client.send(ADMIN.request("runs/" + first).DELETE()).status()).isEqualTo(204);

    Answer next = send(OPERATOR, "runs", key, about);

    assertThat(next.header("Idempotency-Replayed")).isEmpty();
    assertThat(run(next)).isNotEqualTo(first);
    assertThat(run(send(OPERATOR, "runs", key + "-2", about))).isEqualTo(run(next));
  }

  private static UUID run(Answer answer) {
    assertThat(answer.status()).as("%s", answer.body()).isIn(200, 202);
    return UUID.fromString(answer.body().path("id").asText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\"", "a b", "{201}"})
  void refusesOtherKeys(String wrong) {
    assertThat(
            send(OPERATOR, "runs", wrong.replace("{201}", "k".repeat(201)), QUICK)
                .isProblem(ProblemType.INVALID_PARAMETER)
                .body()
                .path("detail")
                .asText())
        .contains("Idempotency-Key");
  }

  private static Answer send(Client client, String path, String key, String body) {
    return Client.send(
        client
            .request(path)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(body)));
  }
}
