package dev.reprise.crash.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.crash.fixture.Site;
import dev.reprise.server.JsonClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * An act on many runs survives kill -9: it is done to each of them, and to each once. So does one
 * that lets runs continue, which must not be done to a run that has moved on.
 */
class BulkAfterKillIT {

  private static final System.Logger LOG = System.getLogger(BulkAfterKillIT.class.getName());

  /** The system property {@code bulk.runs} sets it; with the profile deep it is 10,000. */
  private static final int RUNS = Integer.getInteger("bulk.runs", 2_000);

  private static final int RESUMED = 600;
  private static final int CLIENTS = 16;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** The runs stay queued, so that the acts alone change them. */
  @Test
  void isDoneToEachRunOnce() throws Exception {
    var options =
        Site.FILES
            .with("REPRISE_DISPATCH_ENABLED", "false")
            .with("REPRISE_QUEUE_MAX_QUEUED", "" + 2 * RUNS);
    try (Site site = Site.named("bulk", options)) {
      site.server().start();
      submit(site, RUNS, "drill");
      submit(site, RESUMED, "paused");
      JsonClient http = site.runs().http();

      carryOutOverAKill(site, "CANCEL", "drill", RUNS);
      assertEach(http, "CANCELLED", "drill", RUNS, 3); // submitted, labelled and cancelled

      completed(http, begin(http, "PAUSE", "paused", RESUMED), RESUMED);
      assertEach(http, "PAUSED", "paused", RESUMED, 3);
      carryOutOverAKill(site, "RESUME", "paused", RESUMED);
      assertEach(http, "QUEUED", "paused", RESUMED, 4); // and resumed, also by a lost server
    }
  }

  private static void carryOutOverAKill(Site site, String act, String label, int runs) {
    JsonClient http = site.runs().http();
    String operation = begin(http, act, label, runs);
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> succeeded(http, operation) >= runs / 4);
    site.server().kill();
    site.server().start();
    long before = succeeded(http, operation);
    assertThat(before).as("it was killed in the middle").isLessThan(runs);
    JsonNode receipt = completed(http, operation, runs);
    LOG.log(
        System.Logger.Level.INFO,
        "%s on %d runs, %d before the kill: %s to %s"
            .formatted(
                act,
                runs,
                before,
                receipt.path("times").path("startedAt").asText(),
                receipt.path("times").path("endedAt").asText()));
  }

  /** Begins what its preview shows, and returns the address of the operation. */
  private static String begin(JsonClient http, String act, String label, int runs) {
    var order = JsonNodeFactory.instance.objectNode().put("act", act).put("reason", "drill");
    order.putObject("filter").putObject("labels").put("of", label);
    JsonNode preview = http.change("POST", "api/v1/bulk", order);
    assertThat(preview.path("runs").asInt()).isEqualTo(runs);
    order.set("preview", preview.path("preview"));
    return "api/v1/bulk/" + http.change("POST", "api/v1/bulk", order).path("id").asText();
  }

  private static JsonNode completed(JsonClient http, String operation, int runs) {
    await()
        .atMost(PATIENCE)
        .until(() -> http.get(operation).path("status").asText().equals("COMPLETED"));
    JsonNode receipt = http.get(operation);
    assertThat(receipt.path("runs").path("succeeded").asInt()).as("%s", receipt).isEqualTo(runs);
    assertThat(receipt.path("runs").path("failed").asInt()).isZero();
    return receipt;
  }

  private static void assertEach(
      JsonClient http, String status, String label, int runs, long events) {
    Set<String> found = new HashSet<>();
    for (JsonNode run : all(http, status, label)) {
      assertThat(run.path("lastSequence").asLong()).as("%s", run).isEqualTo(events);
      found.add(run.path("id").asText());
    }
    assertThat(found).hasSize(runs);
  }

  private static void submit(Site site, int runs, String label) throws Exception {
    var input = JsonNodeFactory.instance.objectNode().put("effects", "none");
    try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      List<Future<?>> submitted = new ArrayList<>();
      for (int i = 0; i < runs; i++) {
        submitted.add(
            clients.submit(() -> site.runs().submit("boundary", "effects", input, "of", label)));
      }
      for (Future<?> run : submitted) {
        run.get();
      }
    }
  }

  private static long succeeded(JsonClient http, String operation) {
    return http.get(operation).path("runs").path("succeeded").asLong();
  }

  private static List<JsonNode> all(JsonClient http, String status, String label) {
    List<JsonNode> runs = new ArrayList<>();
    String first = "api/v1/runs?status=%s&label=of%%3D%s&limit=200".formatted(status, label);
    JsonNode page = http.get(first);
    page.path("items").forEach(runs::add);
    while (page.has("nextCursor")) {
      page = http.get(first + "&cursor=" + page.path("nextCursor").asText());
      page.path("items").forEach(runs::add);
    }
    return runs;
  }
}
