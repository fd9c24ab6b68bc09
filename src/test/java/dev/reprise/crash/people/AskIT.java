package dev.reprise.crash.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.platform.Json;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.Runs;
import java.net.http.HttpResponse;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A run that waits for a person outlives its server, and each call gets the decision meant for it.
 */
class AskIT {

  private static final Site SITE = Site.named("ask");

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @AfterAll
  static void close() {
    SITE.close();
  }

  @Test
  void waitsForAnApprovalAndAnAnswerThoughItsServerIsKilled() {
    UUID id = SITE.submit("asks", "lines");
    RecordedRun waiting = SITE.awaitRecord(id, run -> run.has("run.waiting"));
    assertThat(SITE.runs().waitingFor(id)).isEqualTo("approval");
    assertThat(waiting.has("tool-call.failed", "only", "misfit")).isTrue();
    assertThat(waiting.has("tool-call.failed", "only", "missing")).isTrue();
    assertThat(waiting.count("tool-call.asked")).isEqualTo(3);
    assertThat(waiting.has("tool-call.started", "only", "line")).isFalse();
    assertSaysWhatIsAsked(id);

    SITE.server().kill();
    SITE.server().start();

    assertRefusesWhatMakesNoSense(id);
    say(id, "colour:answer", body().put("answer", "blue"));
    awaitWaiting(id, 2);
    say(id, "line:approve", body().put("reason", "it is my file"));
    awaitWaiting(id, 3);
    assertThat(SITE.effects("lines")).containsExactly("line");
    SITE.server().kill();
    SITE.server().start();
    say(id, "no:deny", body().put("reason", "not today"));

    RecordedRun run = SITE.awaitStatus(id, "COMPLETED").assertSound().assertContinues(waiting);
    assertThat(run.last().data().path("output").asText()).isEqualTo("blue");
    assertThat(SITE.effects("lines")).containsExactly("line");
    assertThat(SITE.file("refused.txt")).doesNotExist();
    assertThat(run.count("tool-call.decided")).isEqualTo(2);
    assertThat(
            run.all("tool-call.failed")
                .filter(event -> event.data().path("callId").asText().equals("late"))
                .map(event -> event.data().at("/failure/code").asText()))
        .containsExactly("no_answer");
  }

  private static void assertSaysWhatIsAsked(UUID id) {
    JsonNode colour = call(id, "colour");
    assertThat(colour.path("status").asText()).isEqualTo("WAITING");
    assertThat(colour.path("asking").asText()).isEqualTo("ANSWER");
    assertThat(colour.path("question").asText()).isEqualTo("Red or blue?");
    assertThat(colour.path("options").toString()).isEqualTo("[\"red\",\"blue\"]");
    JsonNode line = call(id, "line");
    assertThat(line.path("asking").asText()).isEqualTo("APPROVAL");
    assertThat(line.path("question").asText()).contains("append_file", "The agent");
    assertThat(line.at("/arguments/path").asText()).isEqualTo("lines");
  }

  private static void assertRefusesWhatMakesNoSense(UUID id) {
    assertRefused(trySay(id, "colour:answer", body().put("answer", "green")), 400, "red, blue");
    assertRefused(trySay(id, "colour:approve", body()), 409, "colour");
    assertRefused(trySay(id, "line:answer", body().put("answer", "yes")), 409, "line");
    assertRefused(trySay(id, "missing:approve", body()), 409, "missing");
    assertRefused(trySay(id, "colour:answer", body()), 400, "answer");
    HttpResponse<String> byViewer =
        new Runs(SITE.runs().http().as("viewer")).trySay(id, "line:approve", body());
    assertThat(byViewer.statusCode()).isEqualTo(403);
  }

  private static void assertRefused(HttpResponse<String> answer, int status, String word) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(Json.read(answer.body()).path("detail").asText()).contains(word);
  }

  private static void awaitWaiting(UUID id, int times) {
    SITE.awaitRecord(id, run -> run.count("run.waiting") == times);
  }

  private static JsonNode call(UUID id, String call) {
    return StreamSupport.stream(
            SITE.runs().http().get("api/v1/runs/" + id + "/tool-calls").path("items").spliterator(),
            false)
        .filter(it -> it.path("id").asText().equals(call))
        .findFirst()
        .orElseThrow();
  }

  private static ObjectNode body() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static void say(UUID id, String word, ObjectNode body) {
    SITE.runs().say(id, word, body);
  }

  private static HttpResponse<String> trySay(UUID id, String word, ObjectNode body) {
    return SITE.runs().trySay(id, word, body);
  }
}
