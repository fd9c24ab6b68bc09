package dev.reprise.crash.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.BatchSite;
import dev.reprise.platform.Json;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Clients that send each submission three times, to a server that is killed: each run once. */
class RepeatedSubmissionIT {

  private static final int CLIENTS = 32;
  private static final int SUBMISSIONS = 6;
  private static final int TIMES = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final String HEADER = "Idempotency-Key";

  @Test
  void eachSubmissionStartsOneRun() throws Exception {
    try (BatchSite site = BatchSite.named("repeated", ServerOptions.DEFAULT, 5);
        var threads = Executors.newFixedThreadPool(CLIENTS)) {
      site.server().start();
      var underWay = new CountDownLatch(CLIENTS * SUBMISSIONS);
      List<Callable<List<String>>> clients =
          IntStream.range(0, CLIENTS)
              .<Callable<List<String>>>mapToObj(i -> () -> submitAll(site, i, underWay))
              .toList();
      List<Future<List<String>>> running = clients.stream().map(threads::submit).toList();
      for (int left : List.of(2, 1)) {
        await()
            .atMost(PATIENCE)
            .pollInterval(Duration.ofMillis(5))
            .until(() -> underWay.getCount() <= CLIENTS * SUBMISSIONS * left / 3);
        site.server().kill();
        site.server().start();
      }

      Set<String> runs = new HashSet<>();
      for (Future<List<String>> client : running) {
        runs.addAll(client.get());
      }

      assertThat(runs).hasSize(CLIENTS * SUBMISSIONS);
      assertThat(all(site)).containsExactlyInAnyOrderElementsOf(runs);
    }
  }

  /** Returns the runs, after each was the answer to all of its submissions. */
  private static List<String> submitAll(BatchSite site, int client, CountDownLatch underWay) {
    List<String> runs = new ArrayList<>();
    for (int i = 0; i < SUBMISSIONS; i++) {
      String key = UUID.randomUUID().toString();
      String text = "%d of client %d".formatted(i, client);
      Set<String> ids = new HashSet<>();
      for (int time = 0; time < TIMES; time++) {
        ids.add(submit(site, key, text));
        if (time == 0) {
          underWay.countDown();
        }
      }
      assertThat(ids).as(text).hasSize(1);
      runs.addAll(ids);
    }
    return runs;
  }

  private static String submit(BatchSite site, String key, String text) {
    HttpResponse<String> accepted =
        await(text)
            .atMost(PATIENCE)
            .pollDelay(Duration.ZERO)
            .ignoreExceptionsInstanceOf(IOException.class) // the server was killed
            .until(() -> send(site, key, text), answer -> answer.statusCode() == 202);
    return Json.read(accepted.body()).path("id").asText();
  }

  private static HttpResponse<String> send(BatchSite site, String key, String text)
      throws IOException, InterruptedException {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("agent", "clerk").put("workspace", "desk").putObject("input").put("text", text);
    HttpClient client = site.http().client();
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(site.http().base().resolve("api/v1/runs"))
                .timeout(Duration.ofSeconds(20))
                .header("Authorization", site.http().credentials().basic(site.http().user()))
                .header("Content-Type", "application/json")
                .header(HEADER, key)
                .POST(BodyPublishers.ofString(Json.write(body)))
                .build(),
            BodyHandlers.ofString());
    // else it is in flight on a server that was killed, or the server is not ready yet
    assertThat(answer.statusCode()).as(answer.body()).isIn(202, 404, 409, 500, 503);
    return answer;
  }

  private static List<String> all(BatchSite site) {
    List<String> ids = new ArrayList<>();
    JsonNode page = site.http().get("api/v1/runs?limit=100");
    page.path("items").forEach(run -> ids.add(run.path("id").asText()));
    while (page.has("nextCursor")) {
      page = site.http().get("api/v1/runs?limit=100&cursor=" + page.path("nextCursor").asText());
      page.path("items").forEach(run -> ids.add(run.path("id").asText()));
    }
    return ids;
  }
}
