package dev.reprise.api.control;

import static java.util.stream.StreamSupport.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A run reads messages from people, and a fork continues from any of its events. */
class SteerAndForkIT {

  private static final Client OPERATOR = new Client("operator");

  @Test
  void tellsARunningRunsModelAndAnother() {
    UUID run = OPERATOR.submit("slow");
    await().atMost(Duration.ofSeconds(30)).until(() -> count(run, "tool-call.completed") > 0);

    var steered =
        OPERATOR.post("runs/" + run + ":steer", "{\"message\": \"Skip {{input.topic}}.\\nAll.\"}");

    assertThat(steered.status()).as("%s", steered.body()).isEqualTo(202);
    await().atMost(Duration.ofSeconds(30)).until(() -> count(run, "message.posted") == 1);
    JsonNode message = first(run, "message.posted").data();
    assertThat(message.path("text").asText()).isEqualTo("Skip {{input.topic}}.\nAll.");
    assertThat(message.path("by").asText()).isEqualTo("operator");
    JsonNode messages = OPERATOR.get("runs/" + run).body().path("messages");
    assertThat(messages).hasToString("{\"posted\":1,\"taken\":1}");

    long reply = first(run, "model.replied").sequence();
    UUID fork = forked(run, "{\"sequence\": %d, \"message\": \"Faster.\"}".formatted(reply));
    await().atMost(Duration.ofSeconds(30)).until(() -> count(fork, "model.replied") > 0);
    OPERATOR.post("runs/" + run + ":cancel", "{}");
    OPERATOR.post("runs/" + fork + ":cancel", "{}");

    assertThat(types(fork).subList(0, 5))
        .containsExactly(
            "run.forked",
            "tool-call.started",
            "tool-call.completed",
            "run.admitted",
            "message.posted");
    assertThat(first(fork, "tool-call.completed").data())
        .isEqualTo(first(run, "tool-call.completed").data());
    assertThat(first(fork, "model.replied").data().path("iteration").asInt()).isEqualTo(2);
    assertThat(first(fork, "run.forked").data().path("hash").asText())
        .isEqualTo(first(run, "model.replied").hash());
    JsonNode forked = OPERATOR.get("runs/" + fork).body();
    assertThat(forked.path("forkedFrom"))
        .hasToString("{\"run\":\"%s\",\"sequence\":%d}".formatted(run, reply));
    assertThat(forked.path("progress").path("inheritedUsage").path("outputTokens").asInt())
        .isPositive();
  }

  @Test
  void concludesAForkOfACompletedRunAgainAndPaysNothing() {
    UUID run = completed();
    JsonNode usage = OPERATOR.get("runs/" + run).body().path("progress").path("usage");

    var preview = OPERATOR.post("runs/" + run + ":fork", "{\"dryRun\": true, \"sequence\": 1}");
    UUID fork = forked(run, "{\"reason\": \"for the audit\"}");

    assertThat(preview.status()).as("%s", preview.body()).isEqualTo(200);
    assertThat(preview.body().path("ahead")).hasToString("[\"say\"]");
    assertThat(preview.body().path("estimate").path("modelReplies").asInt()).isEqualTo(1);
    assertThat(preview.body().path("estimate").path("usage")).isEqualTo(usage);
    assertThat(preview.body().path("estimate").path("complete").asBoolean()).isTrue();
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(fork).equals("COMPLETED"));
    assertThat(types(fork)).containsExactly("run.forked", "run.admitted", "run.completed");
    assertThat(first(fork, "run.forked").data().path("reason").asText()).isEqualTo("for the audit");
    assertThat(first(fork, "run.completed").data()).isEqualTo(first(run, "run.completed").data());
  }

  @Test
  void refusesWhatCannotBe() {
    UUID run = completed();
    List<String> before = types(run);
    String steer = "runs/" + run + ":steer";
    String fork = "runs/" + run + ":fork";

    OPERATOR.post(steer, "{\"message\": \"late\"}").isProblem(ProblemType.RUN_ENDED);
    OPERATOR.post(steer, "{\"message\": \" \"}").isProblem(ProblemType.INVALID_VALUE);
    OPERATOR
        .post(steer, "{\"message\": \"%s\"}".formatted("ä".repeat(8193)))
        .isProblem(ProblemType.INVALID_VALUE);
    OPERATOR.post(fork, "{\"sequence\": 0}").isProblem(ProblemType.INVALID_VALUE);
    OPERATOR.post(fork, "{\"sequence\": 99}").isProblem(ProblemType.INVALID_VALUE);
    OPERATOR.post(fork, "{\"message\": \"\"}").isProblem(ProblemType.INVALID_VALUE);
    OPERATOR.post(fork, "{\"message\": \"late\"}").isProblem(ProblemType.NO_MODEL_CALL_AHEAD);
    for (String action : List.of(steer, fork)) {
      String body = "{\"message\": \"hello\"}";
      new Client("viewer").post(action, body).isProblem(ProblemType.FORBIDDEN);
      new Client("ana@acme").post(action, body).isProblem(ProblemType.NOT_FOUND);
    }
    assertThat(types(run)).isEqualTo(before);
  }

  private static UUID completed() {
    UUID run = OPERATOR.submit("quick");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("COMPLETED"));
    return run;
  }

  private static UUID forked(UUID run, String request) {
    var answer = OPERATOR.post("runs/" + run + ":fork", request);
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(202);
    String fork = answer.body().path("id").asText();
    assertThat(answer.header("Location")).endsWith("/api/v1/runs/" + fork);
    return UUID.fromString(fork);
  }

  private static long count(UUID run, String type) {
    return types(run).stream().filter(type::equals).count();
  }

  private static List<String> types(UUID run) {
    return events(run).stream().map(RecordedEvent::type).toList();
  }

  private static RecordedEvent first(UUID run, String type) {
    return new RecordedRun(events(run)).first(type);
  }

  private static List<RecordedEvent> events(UUID run) {
    JsonNode items = OPERATOR.get("runs/" + run + "/events").body().path("items");
    return stream(items.spliterator(), false).map(RecordedEvent::of).toList();
  }
}
