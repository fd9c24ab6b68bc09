package dev.reprise.api.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a run may spend is set with the submission, shown, and raised by a person. */
class BudgetIT {

  private static final Client OPERATOR = new Client("operator");

  @Test
  void pausesARunAndLetsItContinueOnceAPersonHasRaisedIt() {
    UUID run = submitted("{\"tokens\": 500}");

    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("PAUSED"));
    JsonNode budget = budget(run);
    assertThat(budget.path("limits").path("tokens").asLong()).isEqualTo(500);
    assertThat(budget.path("spent").path("tokens").asLong()).isZero();
    assertThat(budget.path("reached").path("kind").asText()).isEqualTo("RUN_TOKENS");
    assertThat(budget.path("reached").path("needed").asLong()).isGreaterThan(500);

    var resumed = OPERATOR.post("runs/" + run + ":resume", "{\"budget\": {\"tokens\": 100000}}");
    assertThat(resumed.status()).as("%s", resumed.body()).isEqualTo(202);

    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("COMPLETED"));
    JsonNode after = budget(run);
    assertThat(after.path("left").path("tokens").asLong()).isBetween(1L, 99_999L);
    assertThat(after.has("reached")).isFalse();
    JsonNode ledger = OPERATOR.get("runs/" + run + "/ledger").body();
    assertThat(ledger.path("items")).isNotEmpty();
    assertThat(ledger.path("items").get(0).path("kind").asText()).isEqualTo("REPLY");
    assertThat(sum(ledger)).isEqualTo(after.path("spent").path("tokens").asLong());
    assertThat(ledger.has("nextAfter")).isFalse();
  }

  @Test
  void limitsModelCallsAndTime() {
    UUID run = submitted("{\"modelCalls\": 0, \"time\": \"PT2H\"}");

    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("PAUSED"));
    JsonNode budget = budget(run);
    assertThat(budget.path("limits").path("time").asText()).isEqualTo("PT2H");
    assertThat(budget.path("left").path("modelCalls").asInt(-1)).isZero();
    assertThat(budget.path("reached").path("kind").asText()).isEqualTo("RUN_MODEL_CALLS");
    assertThat(budget.has("ends")).as("while it is paused").isFalse();

    OPERATOR.post("runs/" + run + ":resume", "{\"budget\": {\"modelCalls\": 99}}");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("COMPLETED"));
    assertThat(Instant.parse(budget(run).path("ends").asText())).isAfter(Instant.now());
  }

  @Test
  void failsARunThatIsToFail() {
    UUID run = submitted("{\"tokens\": 500, \"onExceeded\": \"fail\"}");

    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("FAILED"));
    JsonNode failure = progress(run).path("outcome").path("failure");
    assertThat(failure.path("code").asText()).isEqualTo("budget_exceeded");
  }

  @Test
  void isRefusedIfItIsNoAmount() {
    OPERATOR.post("runs", submission("{\"usd\": -1}")).isProblem(ProblemType.INVALID_VALUE);
    for (String time : List.of("2 hours", "P", "PT", "-PT1H", "P1Y")) {
      OPERATOR
          .post("runs", submission("{\"time\": \"%s\"}".formatted(time)))
          .isProblem(ProblemType.INVALID_VALUE);
    }
    OPERATOR.post("runs", submission("{\"tokens\": 1.5}")).isProblem(ProblemType.WRONG_TYPE);
    OPERATOR.post("runs", submission("{\"euros\": 1}")).isProblem(ProblemType.UNKNOWN_PROPERTY);
  }

  private static long sum(JsonNode ledger) {
    long tokens = 0;
    for (JsonNode entry : ledger.path("items")) {
      JsonNode usage = entry.path("usage");
      tokens += usage.path("inputTokens").asLong() + usage.path("outputTokens").asLong();
    }
    return tokens;
  }

  private static UUID submitted(String budget) {
    var answer = OPERATOR.post("runs", submission(budget));
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(202);
    return UUID.fromString(answer.body().path("id").asText());
  }

  private static String submission(String budget) {
    return """
        {"agent": "quick", "input": {"topic": "tea", "author": {"name": "Ana"}},
         "workspace": "test", "budget": %s}"""
        .formatted(budget);
  }

  private static JsonNode budget(UUID run) {
    return progress(run).path("budget");
  }

  private static JsonNode progress(UUID run) {
    return OPERATOR.get("runs/" + run).body().path("progress");
  }
}
