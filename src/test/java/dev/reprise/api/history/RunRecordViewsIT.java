package dev.reprise.api.history;

import static java.util.stream.StreamSupport.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a run did, read from its record: tool calls, checkpoints, and what changed in between. */
class RunRecordViewsIT {

  private static final Client VIEWER = new Client("viewer");

  /** Made two calls at once and one more in its first phase, and one in its second. */
  private static UUID run = UUID.randomUUID();

  @BeforeAll
  static void completeARun() {
    Client operator = new Client("operator");
    run = operator.submit("steps");
    await().atMost(Duration.ofMinutes(1)).until(() -> operator.status(run).equals("COMPLETED"));
  }

  @Test
  void toolCallsArePagedFromTheNewestToTheFirst() {
    List<String> ids = new ArrayList<>();
    String address = path("tool-calls?limit=3");
    int pages = 0;
    while (!address.isEmpty()) {
      Client.Answer answer = VIEWER.get(address);
      assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
      answer.body().path("items").forEach(call -> ids.add(call.path("id").asText()));
      assertThat(answer.body().has("before")).as("page %d", pages).isEqualTo(pages == 0);
      String cursor = answer.body().path("nextCursor").asText();
      assertThat(answer.header("Link").contains("rel=\"next\"")).isEqualTo(!cursor.isEmpty());
      address = cursor.isEmpty() ? "" : path("tool-calls?limit=3&cursor=" + cursor);
      pages++;
    }

    assertThat(pages).isEqualTo(2);
    assertThat(ids).containsExactly("c1", "b1", "a1", "a2");
  }

  @Test
  void aToolCallNamesTheEventsThatTellOfIt() {
    JsonNode calls = VIEWER.get(path("tool-calls")).body().path("items");
    JsonNode failed = calls.path(0);
    JsonNode completed = calls.path(2);

    assertThat(failed.path("status").asText()).isEqualTo("FAILED");
    assertThat(failed.path("phase").asText()).isEqualTo("say");
    assertThat(failed.path("iteration").asInt()).isEqualTo(1);
    assertThat(failed.path("tool").asText()).isEqualTo("read_file");
    assertThat(failed.path("arguments")).hasToString("{\"path\":\"none-c.txt\"}");
    assertThat(failed.path("attempts").asInt()).isEqualTo(1);
    assertThat(failed.path("failure").path("code").asText()).isNotEmpty();
    assertThat(type(failed.path("requestEvent"))).isEqualTo("model.replied");
    assertThat(type(failed.path("startEvent"))).isEqualTo("tool-call.started");
    assertThat(type(failed.path("endEvent"))).isEqualTo("tool-call.failed");
    assertThat(completed.path("status").asText()).isEqualTo("COMPLETED");
    assertThat(completed.has("failure")).isFalse();
    assertThat(type(completed.path("endEvent"))).isEqualTo("tool-call.completed");
  }

  @Test
  void toolCallsAreFoundByStatus() {
    assertThat(VIEWER.get(path("tool-calls?status=COMPLETED")).body().path("items")).hasSize(1);
    assertThat(VIEWER.get(path("tool-calls?status=FAILED")).body().path("items")).hasSize(3);

    var answer =
        VIEWER.get(path("tool-calls?status=DONE")).isProblem(ProblemType.INVALID_PARAMETER);
    assertThat(answer.body().path("detail").asText())
        .isEqualTo("status must be one of PENDING, WAITING, RUNNING, COMPLETED, FAILED, UNKNOWN");
    for (String cursor : List.of("x", "MSAw", "OTk5OSAw")) { // no place; event 1; event 9999
      VIEWER.get(path("tool-calls?cursor=" + cursor)).isProblem(ProblemType.INVALID_PARAMETER);
    }
  }

  @Test
  void checkpointsAreBetweenTheSteps() {
    JsonNode page = VIEWER.get(path("checkpoints")).body();

    List<String> kinds =
        stream(page.path("items").spliterator(), false)
            .map(it -> it.path("kind").asText())
            .toList();
    assertThat(kinds)
        .containsExactly(
            "PHASE_STARTED",
            "ITERATION_ENDED",
            "ITERATION_ENDED",
            "ITERATION_ENDED",
            "PHASE_ENDED",
            "PHASE_STARTED",
            "ITERATION_ENDED",
            "ITERATION_ENDED",
            "PHASE_ENDED");
    assertThat(page.has("nextAfter")).isFalse();
  }

  @Test
  void theStateAtACheckpointIsThatOfTheTime() {
    JsonNode first = VIEWER.get(path("checkpoints")).body().path("items").path(1);
    JsonNode state = VIEWER.get(path("checkpoints/" + first.path("sequence").asLong())).body();

    assertThat(state.path("sequence")).isEqualTo(first.path("sequence"));
    assertThat(state.path("at")).isEqualTo(first.path("at"));
    assertThat(state.path("status").asText()).isEqualTo("RUNNING");
    assertThat(state.path("phase").asText()).isEqualTo("look");
    assertThat(state.path("iteration").asInt()).isEqualTo(1);
    assertThat(state.path("messages").asInt()).isEqualTo(4); // the prompt, a reply, two results
    assertThat(state.path("openCalls")).isEmpty();
    assertThat(state.path("outputs")).isEmpty();

    JsonNode end = VIEWER.get(path("checkpoints/" + newest())).body();
    assertThat(end.path("status").asText()).isEqualTo("COMPLETED");
    assertThat(end.path("outputs"))
        .hasToString(
            "[{\"phase\":\"look\",\"output\":\"Seen.\"},{\"phase\":\"say\",\"output\":\"Said.\"}]");
  }

  @Test
  void theDifferenceIsWhatHappenedInBetween() {
    JsonNode points = VIEWER.get(path("checkpoints")).body().path("items");
    long from = points.path(1).path("sequence").asLong();
    JsonNode difference = VIEWER.get(path("difference?from=" + from)).body();

    assertThat(difference.path("from").path("iteration").asInt()).isEqualTo(1);
    assertThat(difference.path("to").path("sequence").asLong()).isEqualTo(newest());
    assertThat(difference.path("to").path("status").asText()).isEqualTo("COMPLETED");
    assertThat(difference.path("phases"))
        .hasToString(
            "[{\"phase\":\"look\",\"from\":\"OPEN\",\"to\":\"COMPLETED\"},"
                + "{\"phase\":\"say\",\"from\":\"PENDING\",\"to\":\"COMPLETED\"}]");
    assertThat(difference.path("outputs")).hasSize(2);
    assertThat(difference.path("steps"))
        .hasToString(
            "{\"modelReplies\":4,\"messages\":0,\"toolCalls\":[{\"tool\":\"read_file\","
                + "\"requested\":2,\"attempts\":2}]}");
    assertThat(difference.path("spent").path("modelCalls").asInt()).isEqualTo(4);
    assertThat(difference.path("spent").path("toolCalls").asInt()).isEqualTo(2);
  }

  @Test
  void aPointThatTheRunDoesNotHaveIsRefused() {
    long newest = newest();
    for (String sequence : List.of("0", "-1", "x", "1.5", String.valueOf(newest + 1))) {
      var answer =
          VIEWER.get(path("checkpoints/" + sequence)).isProblem(ProblemType.INVALID_PARAMETER);
      assertThat(answer.body().path("detail").asText())
          .isEqualTo("sequence must be a whole number from 1 to " + newest);
    }
    assertThat(detail("difference?from=0"))
        .isEqualTo("from must be a whole number from 1 to " + newest);
    assertThat(detail("difference?from=5&to=4"))
        .isEqualTo("to must be a whole number from 5 to " + newest);
    assertThat(detail("checkpoints?after=x"))
        .isEqualTo("after must be a whole number from 0 to " + newest);
  }

  @Test
  void eventsAreFoundByTextTypeToolAndFault() {
    JsonNode first = found("limit=1&type=tool-call.failed&type=tool-call.completed");
    assertThat(first.path("items")).hasSize(1);
    String type = first.path("items").path(0).path("type").asText();
    assertThat(type).startsWith("tool-call.");
    assertThat(first.path("nextAfter")).isEqualTo(first.path("items").path(0).path("sequence"));

    JsonNode faults = found("faults=true").path("items");
    assertThat(faults).isNotEmpty().allMatch(event -> event.path("data").has("failure"));
    assertThat(found("type=run.completed").path("items")).hasSize(1);
    assertThat(found("q=STEPS&type=run.submitted").path("items")).hasSize(1);
    JsonNode none = found("q=%27%3B--%20%25_%5B%28");
    assertThat(none.path("items")).isEmpty();
    assertThat(none.path("nextAfter").asLong()).isEqualTo(newest());
    assertThat(found("tool=none").path("items")).isEmpty();
  }

  @Test
  void aSearchThatCannotBeIsRefused() {
    assertThat(detail("events?type=run.unheard-of")).contains("must be one of run.submitted");
    assertThat(detail("events?q=%20")).contains("not all blank");
    assertThat(detail("events?q=" + "x".repeat(201))).contains("1 to 200");
    assertThat(detail("events?faults=yes")).contains("true, false");
    assertThat(detail("events?q=x&after=" + (newest() + 1))).contains("whole number");
  }

  private static JsonNode found(String query) {
    Client.Answer answer = VIEWER.get(path("events?" + query));
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
    return answer.body();
  }

  @Test
  void anotherTenantHasNoSuchRun() {
    Client foreign = new Client("ana@acme");
    for (String view :
        List.of("events?q=a", "tool-calls", "checkpoints", "checkpoints/1", "difference")) {
      foreign.get(path(view)).isProblem(ProblemType.NOT_FOUND);
    }
  }

  private static String path(String view) {
    return "runs/" + run + "/" + view;
  }

  private static String detail(String view) {
    var answer = VIEWER.get(path(view)).isProblem(ProblemType.INVALID_PARAMETER);
    return answer.body().path("detail").asText();
  }

  private static long newest() {
    return VIEWER.get("runs/" + run).body().path("lastSequence").asLong();
  }

  private static String type(JsonNode place) {
    long before = place.path("sequence").asLong() - 1;
    JsonNode events = VIEWER.get(path("events?limit=1&after=" + before)).body().path("items");
    assertThat(events.path(0).path("at")).isEqualTo(place.path("at"));
    return events.path(0).path("type").asText();
  }
}
