package dev.reprise.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.Json;
import dev.reprise.server.Http;
import dev.reprise.server.TestServer;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The stream of a run's events tells what the pages tell, from wherever the client left off. */
@ExtendWith(ArquillianExtension.class)
class EventStreamIT {

  private static final Client OPERATOR = new Client("operator");

  @Deployment(testable = false)
  static WebArchive deployment() {
    return TestServer.war();
  }

  @Test
  void tellsWhatThePagesTellAndEndsWithTheRun() {
    UUID run = OPERATOR.submit("quick");

    var events = blocks(stream(run, "").body());

    assertThat(events.getFirst()).contains("event: snapshot", "retry: ").doesNotContain("id: ");
    List<JsonNode> streamed = events.stream().skip(1).map(EventStreamIT::data).toList();
    assertThat(streamed).isEqualTo(paged(run));
    assertThat(events.getLast()).contains("event: run.completed");
  }

  @Test
  void goesOnBehindTheEventThatTheClientSawLast() {
    UUID run = OPERATOR.submit("quick");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("COMPLETED"));

    var events = blocks(stream(run, "2").body());

    assertThat(events.get(1)).startsWith("id: 3\n");
    assertThat(events.stream().skip(1).map(EventStreamIT::data).toList())
        .isEqualTo(paged(run).subList(2, paged(run).size()));
  }

  @Test
  void isOverForAClientThatHasSeenAll() {
    UUID run = OPERATOR.submit("quick");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("COMPLETED"));

    assertThat(stream(run, String.valueOf(paged(run).size())).statusCode()).isEqualTo(204);
  }

  @Test
  void refusesAPlaceThatTheRunHasNotReached() {
    UUID run = OPERATOR.submit("quick");

    Client.send(
            OPERATOR
                .request("runs/" + run + "/events")
                .header("Accept", "text/event-stream")
                .header("Last-Event-ID", "1000"))
        .isProblem(ProblemType.INVALID_PARAMETER);
  }

  @Test
  void followsARunWhileItGoesOn() throws Exception {
    UUID run = OPERATOR.submit("slow");
    HttpResponse<InputStream> response =
        Http.trustingClient()
            .send(
                OPERATOR
                    .request("runs/" + run + "/events")
                    .header("Accept", "text/event-stream")
                    .build(),
                BodyHandlers.ofInputStream());
    try (var lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      assertThat(lines.lines().anyMatch("event: model.replied"::equals)).isTrue();
    }
    assertThat(OPERATOR.status(run)).isEqualTo("RUNNING");
    OPERATOR.post("runs/" + run + ":cancel", "{}");
  }

  @Test
  void areAsManyAsTheServerAllows() throws Exception {
    UUID run = OPERATOR.submit("slow");
    List<InputStream> open = new ArrayList<>();
    var client = Http.trustingClient();
    var request = OPERATOR.request("runs/" + run + "/events").header("Accept", "text/event-stream");
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

  private static HttpResponse<String> stream(UUID run, String lastEventId) {
    var request = OPERATOR.request("runs/" + run + "/events").header("Accept", "text/event-stream");
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
