package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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

/** An act on 10,000 runs survives kill -9: it is done to each of them, and to each once. */
class BulkAfterKillIT {

  private static final System.Logger LOG = System.getLogger(BulkAfterKillIT.class.getName());

  private static final int RUNS = 10_000;
  private static final int CLIENTS = 16;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** The runs stay queued, so that the act alone changes them. */
  @Test
  void cancelsEachOfTenThousandRunsOnce() throws Exception {
    var options =
        Site.FILES
            .with("REPRISE_DISPATCH_ENABLED", "false")
            .with("REPRISE_QUEUE_MAX_QUEUED", "" + RUNS);
    try (Site site = Site.named("bulk", options)) {
      site.server().start();
      submit(site);
      JsonClient http = site.runs().http();
      ObjectNode order = order();
      JsonNode preview = http.change("POST", "api/v1/bulk", order);
      assertThat(preview.path("runs").asInt()).isEqualTo(RUNS);
      order.set("preview", preview.path("preview"));

      String operation =
          "api/v1/bulk/" + http.change("POST", "api/v1/bulk", order).path("id").asText();
      await().atMost(PATIENCE).until(() -> succeeded(http, operation) >= RUNS / 4);
      site.server().kill();
      site.server().start();
      long before = succeeded(http, operation);
      await()
          .atMost(PATIENCE)
          .until(() -> http.get(operation).path("status").asText().equals("COMPLETED"));

      assertThat(before).isLessThan(RUNS);
      JsonNode receipt = http.get(operation);
      assertThat(receipt.path("runs").path("succeeded").asInt()).as("%s", receipt).isEqualTo(RUNS);
      assertThat(receipt.path("runs").path("failed").asInt()).isZero();
      Set<String> cancelled = new HashSet<>();
      for (JsonNode run : all(http)) {
        assertThat(run.path("lastSequence").asLong())
            .as("submitted, labelled and cancelled, each once: %s", run)
            .isEqualTo(3);
        cancelled.add(run.path("id").asText());
      }
      assertThat(cancelled).hasSize(RUNS);
      LOG.log(
          System.Logger.Level.INFO,
          "cancelled %d runs; %d before the kill; %s to %s"
              .formatted(
                  RUNS,
                  before,
                  receipt.path("times").path("startedAt").asText(),
                  receipt.path("times").path("endedAt").asText()));
    }
  }

  private static void submit(Site site) throws Exception {
    var input = JsonNodeFactory.instance.objectNode().put("effects", "none");
    try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      List<Future<?>> submitted = new ArrayList<>();
      for (int i = 0; i < RUNS; i++) {
        submitted.add(
            clients.submit(() -> site.runs().submit("boundary", "effects", input, "of", "drill")));
      }
      for (Future<?> run : submitted) {
        run.get();
      }
    }
  }

  private static ObjectNode order() {
    var order = JsonNodeFactory.instance.objectNode().put("act", "CANCEL").put("reason", "drill");
    order.putObject("filter").putObject("labels").put("of", "drill");
    return order;
  }

  private static long succeeded(JsonClient http, String operation) {
    return http.get(operation).path("runs").path("succeeded").asLong();
  }

  private static List<JsonNode> all(JsonClient http) {
    List<JsonNode> runs = new ArrayList<>();
    String first = "api/v1/runs?status=CANCELLED&label=of%3Ddrill&limit=200";
    JsonNode page = http.get(first);
    page.path("items").forEach(runs::add);
    while (page.has("nextCursor")) {
      page = http.get(first + "&cursor=" + page.path("nextCursor").asText());
      page.path("items").forEach(runs::add);
    }
    return runs;
  }
}
