package dev.reprise.api.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.api.fixture.Client;
import dev.reprise.api.fixture.Client.Answer;
import dev.reprise.api.http.ProblemType;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A submission about something that a run is already about finds that run. */
class DedupeKeyIT {

  private static final Client OPERATOR = new Client("operator");

  private final String key = "invoice " + UUID.randomUUID();

  @Test
  void findsTheRunOfTheFirst() {
    Answer first = submit(OPERATOR, "quick", key);
    Answer second = submit(OPERATOR, "quick", key);

    assertThat(first.status()).as("%s", first.body()).isEqualTo(202);
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.body().path("id")).isEqualTo(first.body().path("id"));
    assertThat(second.header("Location")).isEqualTo(first.header("Location"));
  }

  @Test
  void isOneAgentsAndOneTenants() {
    Answer first = submit(OPERATOR, "quick", key);

    assertThat(submit(OPERATOR, "slow", key).status()).isEqualTo(202);
    Answer others = submit(new Client("ana@acme"), "quick", key);
    assertThat(others.status()).isEqualTo(202);
    assertThat(others.body().path("id")).isNotEqualTo(first.body().path("id"));
  }

  /** Who guesses a key must not choose the input of another's run. */
  @Test
  void isAnotherCallersOnlyForTheSameInput() {
    Client submitter = new Client("submitter");
    Answer first = submit(OPERATOR, "quick", key);

    assertThat(submit(submitter, "quick", key).body().path("id"))
        .isEqualTo(first.body().path("id"));
    String other = submission("quick", key).replace("tea", "poison");
    submitter.post("runs", other).isProblem(ProblemType.IDEMPOTENCY_KEY_REUSED);
    assertThat(OPERATOR.post("runs", other).body().path("id"))
        .as("the caller's own")
        .isEqualTo(first.body().path("id"));
  }

  @Test
  void isNotTakenByARefusedSubmission() {
    String wrong =
        submission("quick", key).replace("\"workspace\": \"test\"", "\"workspace\": \"x\"");
    OPERATOR.post("runs", wrong).isProblem(ProblemType.UNKNOWN_WORKSPACE);

    assertThat(submit(OPERATOR, "quick", key).status()).isEqualTo(202);
  }

  @Test
  void hasAtMostTwoHundredCharacters() {
    submit(OPERATOR, "quick", "k".repeat(201)).isProblem(ProblemType.INVALID_VALUE);
  }

  private static Answer submit(Client client, String agent, String key) {
    return client.post("runs", submission(agent, key));
  }

  private static String submission(String agent, String key) {
    return Client.submission(agent, "{\"topic\": \"tea\", \"author\": {\"name\": \"Ana\"}}", "test")
        .replaceFirst("\\{", "{\"dedupeKey\": \"%s\", ".formatted(key));
  }
}
