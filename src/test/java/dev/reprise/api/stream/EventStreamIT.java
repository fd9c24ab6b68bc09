package dev.reprise.api.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import dev.reprise.platform.Json;
import dev.reprise.server.Http;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stream of a run has the same events as the pages, from where the client left off. */
class EventStreamIT {

  private static final Client OPERATOR = new Client("operator");
  private static final Client ACME = new Client("ana@acme");

  @Test
  void hasTheEventsOfThePagesAndEndsWithTheRun() {
    UUID run = OPERATOR.submit("quick");

    var events = blocks(stream(run, "").body());

    assertThat(events.getFirst()).contains("event: snapshot", "retry: ").doesNotContain("id: ");
    assertThat(data(events.getFirst()).path("run").path("progress").path("phases")).hasSize(1);
    List<JsonNode> streamed = events.stream().skip(1).map(EventStreamIT::data).toList();
    assertThat(streamed).isEqualTo(paged(run));
    assertThat(events.getLast()).contains("event: run.completed");
  }

  @Test
  void continuesAfterTheEventThatTheClientSawLast() {
    UUID run = OPERATOR.submit("quick");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("COMPLETED"));

    var events = blocks(stream(run, "2").body());

    assertThat(events.get(1)).startsWith("id: 3\n");
    assertThat(events.stream().skip(1).map(EventStreamIT::data).toList())
        .isEqualTo(paged(run).subList(2, paged(run).size()));
  }

  @Test
  void beginsWithASnapshotOfTheRun() {
    UUID run = OPERATOR.submit("quick");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("COMPLETED"));

    JsonNode snapshot = data(blocks(stream(run, "2").body()).getFirst());

    ObjectNode shown = OPERATOR.get("runs/" + run).body().deepCopy();
    assertThat(snapshot.path("run")).isEqualTo(shown.without("bytes"));
    assertThat(snapshot.path("sequence").asInt()).isEqualTo(paged(run).size());
  }

  @Test
  void continuesAfterTheEndOfARunThatWasRetried() {
    UUID run = OPERATOR.submit("critical");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("FAILED"));
    int failed = paged(run).size();
    assertThat(stream(run, String.valueOf(failed)).statusCode()).isEqualTo(204);

    OPERATOR.post("runs/" + run + ":retry", "{}");
    var events = blocks(stream(run, String.valueOf(failed)).body());

    assertThat(events.get(1)).startsWith("id: " + (failed + 1) + "\nevent: run.retried\n");
    assertThat(events.getLast()).contains("event: run.failed");
  }

  @Test
  void isOverForAClientThatHasSeenAllEvents() {
    UUID run = OPERATOR.submit("quick");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("COMPLETED"));

    assertThat(stream(run, String.valueOf(paged(run).size())).statusCode()).isEqualTo(204);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1000", "-1", "1.5", "x", "99999999999999999999"})
  void refusesAPositionThatTheRunHasNotReached(String place) {
    UUID run = OPERATOR.submit("quick");

    var refused = Client.send(request(OPERATOR, run).header("Last-Event-ID", place));

    refused.isProblem(ProblemType.INVALID_PARAMETER);
    assertThat(refused.body().path("errors").path(0).path("path").asText())
        .isEqualTo("Last-Event-ID");
  }

  @Test
  void checksTheAccessOfAReconnectingClient() {
    UUID run = new Client("ana@acme").submit("quick");

    Client.send(
            HttpRequest.newBuilder(Client.uri("runs/" + run + "/events"))
                .header("Accept", "text/event-stream")
                .header("Last-Event-ID", "1"))
        .isProblem(ProblemType.UNAUTHENTICATED);
    Client.send(request(new Client("runner"), run).header("Last-Event-ID", "1"))
        .isProblem(ProblemType.FORBIDDEN);
    Client.send(request(new Client("bo@beta"), run).header("Last-Event-ID", "1"))
        .isProblem(ProblemType.NOT_FOUND);
    Client.send(request(new Client("bo@beta"), run).header("Last-Event-ID", "1000"))
        .isProblem(ProblemType.NOT_FOUND);
  }

  @Test
  void doesNotExistForOtherIds() {
    for (String run : List.of("no-run", "0-0-0-0-0", "------------------------------------")) {
      Client.send(OPERATOR.request("runs/" + run + "/events").header("Accept", "text/event-stream"))
          .isProblem(ProblemType.NOT_FOUND);
    }
  }

  @Test
  void followsARunThatIsRunning() throws Exception {
    UUID run = OPERATOR.submit("slow");
    HttpResponse<InputStream> response =
        Http.trustingClient().send(request(OPERATOR, run).build(), BodyHandlers.ofInputStream());
    try (var lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      assertThat(lines.lines().anyMatch("event: model.replied"::equals)).isTrue();
    }
    assertThat(OPERATOR.status(run)).isEqualTo("RUNNING");
    OPERATOR.post("runs/" + run + ":cancel", "{}");
  }

  /** Nothing happens to the run, so only the server's own flush can bring the response. */
  @Test
  void answersAtOnceIfTheRunDoesNothing() throws Exception {
    UUID run = OPERATOR.submit("slow");
    OPERATOR.post("runs/" + run + ":pause", "{}");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("PAUSED"));
    String newest = OPERATOR.get("runs/" + run).body().path("lastSequence").asText();
    long asked = System.nanoTime();

    var response =
        Http.trustingClient()
            .send(
                request(OPERATOR, run).header("Last-Event-ID", newest).build(),
                BodyHandlers.ofInputStream());
    try (var lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      assertThat(lines.lines().anyMatch("event: snapshot"::equals)).isTrue();
    }

    assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(EventStream.HEARTBEAT);
    OPERATOR.post("runs/" + run + ":cancel", "{}");
  }

  @Test
  void areLimitedForATenantAndLeaveSomeToOthers() throws Exception {
    UUID others = ACME.submit("quick");
    UUID run = OPERATOR.submit("slow");
    List<InputStream> open = new ArrayList<>();
    var client = Http.trustingClient();
    var request = request(OPERATOR, run);
    try {
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> {
                var response = client.send(request.build(), BodyHandlers.ofInputStream());
                open.add(response.body());
                return response.statusCode() == 503
                    && response.headers().firstValue("Retry-After").isPresent();
              });
      assertThat(new String(open.getLast().readAllBytes(), StandardCharsets.UTF_8))
          .contains("15 streams of one tenant");
      var ofOthers = client.send(request(ACME, others).build(), BodyHandlers.ofInputStream());
      open.add(ofOthers.body());
      assertThat(ofOthers.statusCode()).isEqualTo(200);
    } finally {
      for (InputStream stream : open) {
        stream.close();
      }
    }
    assertThat(open).hasSizeGreaterThan(10);
    OPERATOR.post("runs/" + run + ":cancel", "{}");
    UUID next = OPERATOR.submit("quick");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> stream(next, "").statusCode() != ProblemType.TOO_MANY_STREAMS.status());
  }

  private static HttpRequest.Builder request(Client client, UUID run) {
    return client.request("runs/" + run + "/events").header("Accept", "text/event-stream");
  }

  private static HttpResponse<String> stream(UUID run, String lastEventId) {
    var request = request(OPERATOR, run);
    if (!lastEventId.isEmpty()) {
      request.header("Last-Event-ID", lastEventId);
    }
    return Client.exchange(request);
  }

  private static List<String> blocks(String stream) {
    return Arrays.stream(stream.split("\n\n")).filter(block -> !block.equals(":")).toList();
  }

  private static JsonNode data(String block) {
    return Json.read(block.substring(block.indexOf("data: ") + "data: ".length()));
  }

  private static List<JsonNode> paged(UUID run) {
    List<JsonNode> events = new ArrayList<>();
    int before;
    do {
      before = events.size();
      JsonNode page = OPERATOR.get("runs/" + run + "/events?limit=2&after=" + events.size()).body();
      StreamSupport.stream(page.path("items").spliterator(), false).forEach(events::add);
      assertThat(page.path("nextAfter").asInt()).isEqualTo(events.size());
    } while (events.size() > before);
    return events;
  }
}
