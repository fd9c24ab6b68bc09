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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** What a person says about a tool call reaches the call that this person saw, or nothing. */
class HumanInputIT {

  private static final Client OPERATOR = new Client("operator");

  @Test
  void reachesNoLaterCallWithTheSameId() {
    UUID run = waiting();
    JsonNode first = call(run, "call-1");
    assertThat(read(run).first("tool-call.asked").data().path("digest"))
        .as("the question names the call as the list does")
        .isEqualTo(first.path("digest"));
    assertThat(approve(run, Client.seen(first)).status()).isEqualTo(202);
    awaitQuestions(run, 3);

    String again =
        approve(run, Client.seen(first)).isProblem(ProblemType.CALL_DECIDED).body().toString();
    assertThat(again).contains("phase 'write', iteration 1, was approved by 'operator' (event 7)");
    JsonNode second = call(run, "call-1");
    for (String unseen :
        List.of(
            Client.seen(second).replace(digest(second), digest(first)),
            Client.seen(second).replace("\"iteration\": 1", "\"iteration\": 2"),
            Client.seen(second).replace("\"delete\"", "\"write\""))) {
      JsonNode open =
          approve(run, unseen).isProblem(ProblemType.CALL_NOT_OPEN).body().path("openCalls");
      assertThat(open)
          .hasToString(
              "[%s,%s]"
                  .formatted(
                      open("call-1", "delete_file", digest(second), "DECISION"),
                      open("call-2", "ask_human", digest(call(run, "call-2")), "ANSWER")));
    }

    assertThat(read(run).count("tool-call.decided")).isEqualTo(1);
    assertThat(read(run).count("tool-call.started")).isEqualTo(1);
    OPERATOR.post("runs/" + run + ":cancel", "{}");
  }

  @Test
  void namesTheCallThatWasSeen() {
    UUID run = waiting();
    String seen = OPERATOR.seen(run, "call-1");

    for (String action : List.of(":approve", ":deny", ":answer", ":resolve")) {
      String path = "runs/" + run + "/tool-calls/call-1" + action;
      OPERATOR.post(path, "").isProblem(ProblemType.INVALID_VALUE);
      assertThat(OPERATOR.post(path, "{}").isProblem(ProblemType.INVALID_VALUE).body().toString())
          .contains("\"path\":\"call\",\"message\":\"is missing\"");
    }
    assertThat(approve(run, "\"call\": {}").isProblem(ProblemType.INVALID_VALUE).body().toString())
        .contains("call.phase", "call.iteration", "call.digest");
    approve(run, seen.replaceAll("[0-9a-f]{64}", "abc")).isProblem(ProblemType.INVALID_VALUE);
    assertThat(read(run).count("tool-call.decided")).isZero();
    OPERATOR.post("runs/" + run + ":cancel", "{}");
  }

  /** An earlier server may have recorded an id that no address can have. */
  @Test
  void namesTheCallInTheBodyIfItsIdCannotBePartOfAnAddress() {
    UUID run = waiting();
    String seen = OPERATOR.seen(run, "call-1").replace("}", ", \"id\": \"call-1\"}");

    say(run, "-:approve", seen.replace("call-1", "a/b")).isProblem(ProblemType.CALL_NOT_OPEN);
    assertThat(read(run).count("tool-call.decided")).isZero();
    assertThat(say(run, "-:approve", seen).status()).isEqualTo(202);
    awaitQuestions(run, 3);
    assertThat(read(run).count("tool-call.decided")).isEqualTo(1);
    OPERATOR.post("runs/" + run + ":cancel", "{}");
  }

  @Test
  void isRecordedOnceHoweverManySayItAtOnce() throws Exception {
    UUID run = waiting();
    String seen = OPERATOR.seen(run, "call-1");
    Callable<Integer> person = () -> approve(run, seen).status();

    List<Integer> answers = new ArrayList<>();
    try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var said : people.invokeAll(Collections.nCopies(6, person))) {
        answers.add(said.get());
      }
    }

    assertThat(answers).containsOnlyOnce(202).containsOnly(202, 409);
    awaitQuestions(run, 3);
    assertThat(read(run).count("tool-call.decided")).isEqualTo(1);
    OPERATOR.post("runs/" + run + ":cancel", "{}");
  }

  @Test
  void isAnsweredWithWhatWasSaidBefore() {
    UUID run = waiting();
    approve(run, OPERATOR.seen(run, "call-1"));
    awaitQuestions(run, 3);
    String question = OPERATOR.seen(run, "call-2");
    String refused = OPERATOR.seen(run, "call-1");

    assertThat(say(run, "call-2:answer", question + ", \"answer\": \"that\"").status())
        .isEqualTo(202);
    await().until(() -> OPERATOR.status(run).equals("WAITING"));
    assertThat(say(run, "call-1:deny", refused).status()).isEqualTo(202);
    await().until(() -> OPERATOR.status(run).equals("COMPLETED"));

    assertThat(said(run, "call-2:answer", question + ", \"answer\": \"this\""))
        .contains("was answered by 'operator'");
    assertThat(said(run, "call-1:approve", refused)).contains("was refused by 'operator'");
  }

  private static String said(UUID run, String word, String members) {
    return say(run, word, members)
        .isProblem(ProblemType.CALL_DECIDED)
        .body()
        .path("detail")
        .asText();
  }

  private static String open(String id, String tool, String digest, String awaits) {
    return "{\"phase\":\"delete\",\"iteration\":1,\"id\":\"%s\",\"tool\":\"%s\",\"digest\":\"%s\",\"awaits\":\"%s\"}"
        .formatted(id, tool, digest, awaits);
  }

  private static UUID waiting() {
    UUID run = OPERATOR.submit("same-ids");
    awaitQuestions(run, 1);
    return run;
  }

  private static void awaitQuestions(UUID run, int questions) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                OPERATOR.status(run).equals("WAITING")
                    && read(run).count("tool-call.asked") == questions);
  }

  private static JsonNode call(UUID run, String id) {
    return stream(
            OPERATOR.get("runs/" + run + "/tool-calls").body().path("items").spliterator(), false)
        .filter(call -> call.path("id").asText().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static String digest(JsonNode call) {
    return call.path("digest").asText();
  }

  private static Client.Answer approve(UUID run, String seen) {
    return say(run, "call-1:approve", seen);
  }

  private static Client.Answer say(UUID run, String word, String members) {
    return OPERATOR.post("runs/%s/tool-calls/%s".formatted(run, word), "{" + members + "}");
  }

  private static RecordedRun read(UUID run) {
    JsonNode items = OPERATOR.get("runs/" + run + "/events").body().path("items");
    return new RecordedRun(stream(items.spliterator(), false).map(RecordedEvent::of).toList());
  }
}
