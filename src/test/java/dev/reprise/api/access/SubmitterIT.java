package dev.reprise.api.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A submitter directs what they have submitted, and nothing of others. */
class SubmitterIT {

  private static final Client SUBMITTER = new Client("submitter");
  private static final Client OPERATOR = new Client("operator");

  @Test
  void aSubmitterPausesResumesSteersAndCancelsTheirRun() {
    UUID run = waiting(SUBMITTER);

    assertThat(act(run, ":pause", "{}")).isEqualTo(202);
    await().until(() -> SUBMITTER.status(run).equals("PAUSED"));
    assertThat(act(run, ":resume", "{}")).isEqualTo(202);
    assertThat(act(run, ":steer", "{\"message\": \"Faster.\"}")).isEqualTo(202);
    assertThat(act(run, ":fork", "{\"dryRun\": true}")).isEqualTo(200);
    assertThat(act(run, ":cancel", "{}")).isEqualTo(202);
    SUBMITTER
        .post("runs/" + run + ":retry", "{}")
        .isProblem(ProblemType.RUN_NOT_FAILED); // allowed, but there is nothing to retry
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '#',
      value = {
        ":pause, {}",
        ":resume, {}",
        ":cancel, {}",
        ":retry, {}",
        ":steer, {\"message\": \"Faster.\"}",
        ":fork, {}"
      })
  void aSubmitterDirectsNoRunOfAnotherUser(String action, String body) {
    UUID run = waiting(OPERATOR);

    var refused = SUBMITTER.post("runs/" + run + action, body).isProblem(ProblemType.FORBIDDEN);

    assertThat(refused.body().path("detail").asText()).contains("was submitted by 'operator'");
    assertThat(OPERATOR.status(run)).isEqualTo("WAITING");
    OPERATOR.post("runs/" + run + ":cancel", "{}");
  }

  @Test
  void aSubmitterDirectsNoBatchOfAnotherUser() {
    String batch = batch(OPERATOR);
    SUBMITTER.post("batches/" + batch + ":cancel", "{}").isProblem(ProblemType.FORBIDDEN);
    SUBMITTER.post("batches/" + batch + ":retry-failed", "{}").isProblem(ProblemType.FORBIDDEN);

    String own = batch(SUBMITTER);
    await()
        .until(
            () -> SUBMITTER.get("batches/" + own).body().path("status").asText(),
            "COMPLETED"::equals);
    SUBMITTER.post("batches/" + own + ":cancel", "{}").isProblem(ProblemType.BATCH_ENDED);
  }

  private static int act(UUID run, String action, String body) {
    return SUBMITTER.post("runs/" + run + action, body).status();
  }

  private static UUID waiting(Client owner) {
    UUID run = owner.submit("waits-long");
    await().until(() -> owner.status(run).equals("WAITING"));
    return run;
  }

  private static String batch(Client owner) {
    return owner
        .post(
            "batches",
            "{\"agent\": \"quick\", \"workspace\": \"test\", \"source\": {\"lines\": \"{\\\"topic\\\": \\\"tea\\\", \\\"author\\\": {\\\"name\\\": \\\"Ana\\\"}}\"}}")
        .body()
        .path("id")
        .asText();
  }
}
