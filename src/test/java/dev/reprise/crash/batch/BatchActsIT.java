package dev.reprise.crash.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.BatchSite;
import dev.reprise.crash.fixture.Jobs;
import dev.reprise.platform.Json;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people and limits do to a batch while it is carried out. */
class BatchActsIT {

  private static final BatchSite SITE =
      BatchSite.named(
          "batch-acts", ServerOptions.DEFAULT.with("REPRISE_DISPATCH_MAX_RUNNING", "4"), 300);

  @BeforeAll
  static void start() {
    SITE.server().start();
    SITE.refuseBad(true);
  }

  @AfterAll
  static void close() {
    SITE.close();
  }

  @Test
  void aPausedBatchStartsNothingAndGoesOnWhenItIsResumed() {
    UUID id = SITE.submit(slow(), BatchSite.items(30, i -> "paused " + i));
    SITE.awaitEnded(id, 3);
    SITE.act(id, "pause");
    JsonNode paused = SITE.awaitStatus(id, "PAUSED");
    long calls = calls("paused");
    int ended = 30 - paused.path("receipt").path("pending").asInt();
    assertThat(calls).isEqualTo(ended).isLessThan(30);

    SITE.act(id, "pause");
    assertThat(calls("paused")).isEqualTo(calls);
    SITE.act(id, "resume");

    SITE.awaitStatus(id, "COMPLETED");
    assertThat(calls("paused")).isEqualTo(30);
    assertThat(SITE.batch(id).path("acts"))
        .extracting(act -> act.path("kind").asText())
        .containsExactly("SUBMIT", "PAUSE", "RESUME");
  }

  /** Runs that are under way go on, as far as the switch lets them. */
  @ParameterizedTest
  @CsvSource({"SUBMISSIONS, ", "AGENT, clerk", "TENANT, "})
  void aSwitchStopsABatchUntilItIsLifted(String kind, String name) {
    UUID id = SITE.submit(slow(), BatchSite.items(60, i -> kind + " " + i));
    SITE.awaitEnded(id, 3);
    ObjectNode off = Json.mapper().createObjectNode().put("kind", kind).put("reason", "a test");
    if (name != null) {
      off.put("name", name);
    }
    JsonNode stop = Json.read(SITE.admin("api/v1/admin/kill-switches", off).body());

    JsonNode held = SITE.awaitStatus(id, "WAITING");

    assertThat(held.path("reason").asText()).contains("switched off", "a test");
    assertThat(Instant.parse(held.path("heldUntil").asText())).isAfter(Instant.now());
    assertThat(held.path("receipt").path("pending").asInt()).isPositive();
    long calls = calls(kind);
    assertThat(calls).isLessThan(60);
    SITE.admin(
        "api/v1/admin/kill-switches/%s:release".formatted(stop.path("id").asText()),
        Json.mapper().createObjectNode());
    Instant released = Instant.now();

    SITE.awaitStatus(id, "COMPLETED");
    assertThat(Duration.between(released, Instant.now())).isLessThan(Duration.ofMinutes(1));
    assertThat(calls(kind)).isEqualTo(60);
  }

  @Test
  void aCancelledBatchCancelsItsRunsAndTheRestOfItsItems() {
    UUID id = SITE.submit(slow(), BatchSite.items(30, i -> "unwanted " + i));
    SITE.awaitEnded(id, 2);

    SITE.act(id, "cancel");

    JsonNode receipt = SITE.awaitStatus(id, "CANCELLED").path("receipt");
    assertThat(receipt.path("pending").asInt()).isZero();
    assertThat(receipt.path("cancelled").asInt()).isGreaterThan(10);
    assertThat(receipt.path("completed").asInt() + receipt.path("cancelled").asInt()).isEqualTo(30);
    assertThat(SITE.results(id, 0)).hasSize(30);
  }

  @Test
  void stopsAfterSoManyFailuresAndGoesOnAfterARetry() {
    ObjectNode request = BatchSite.request();
    request.putObject("options").put("concurrency", 2).put("stopAfterFailures", 2);
    UUID id =
        SITE.submit(request, BatchSite.items(20, i -> (i <= 4 ? "bad limit " : "limit ") + i));

    JsonNode failed = SITE.awaitStatus(id, "FAILED");

    assertThat(failed.path("reason").asText()).contains("items failed");
    assertThat(failed.path("receipt").path("pending").asInt()).isBetween(15, 18);
    SITE.refuseBad(false);
    SITE.act(id, "retry-failed");
    JsonNode receipt = SITE.awaitStatus(id, "COMPLETED").path("receipt");
    SITE.refuseBad(true);
    assertThat(receipt.path("completed").asInt()).isEqualTo(20);
  }

  /** An item costs 0.002 USD, and a call is expected to cost more. */
  @Test
  void neverSpendsMoreThanItsBudget() {
    ObjectNode request = BatchSite.request();
    request
        .putObject("options")
        .put("concurrency", 2)
        .putObject("budget")
        .put("usd", new java.math.BigDecimal("0.5"));
    UUID id = SITE.submit(request, BatchSite.items(400, i -> "money " + i));

    JsonNode failed = SITE.awaitStatus(id, "FAILED");

    assertThat(failed.path("reason").asText()).contains("budget");
    assertThat(failed.path("receipt").path("usd").decimalValue())
        .isLessThanOrEqualTo(new java.math.BigDecimal("0.5"))
        .isGreaterThan(new java.math.BigDecimal("0.2"));
  }

  @Test
  void aPreviewRunsThreeItemsAndSaysWhatAllWouldTake() {
    ObjectNode request = BatchSite.request().put("name", "preview");
    request.putObject("source").put("lines", BatchSite.items(1_000, i -> "sample " + i));
    UUID id =
        UUID.fromString(
            SITE.http().change("POST", "api/v1/batches:preview", request).path("id").asText());

    JsonNode preview = SITE.awaitStatus(id, "COMPLETED");

    assertThat(calls("sample")).isEqualTo(3);
    JsonNode estimate = preview.path("estimate");
    assertThat(estimate.path("items").asInt()).as(preview.toString()).isEqualTo(1_000);
    assertThat(estimate.path("usd").decimalValue()).isEqualByComparingTo("2");
    assertThat(Duration.parse(estimate.path("time").asText())).isPositive();
    assertThat(SITE.http().get("api/v1/batches?limit=200").path("items"))
        .filteredOn(it -> it.path("previewOf").asInt() == 1_000)
        .singleElement()
        .satisfies(it -> assertThat(it.path("id").asText()).isEqualTo(id.toString()));
  }

  @Test
  void readsACsvFileOfTheWorkspace() throws IOException {
    Files.writeString(SITE.place().resolve("mails.csv"), "id,text\n1,csv one\n2,\"csv, two\"\n");
    ObjectNode request = BatchSite.request();
    request.putObject("source").putObject("file").put("path", "mails.csv").put("format", "csv");
    UUID id = SITE.submit(request);

    SITE.awaitStatus(id, "COMPLETED");

    assertThat(SITE.results(id, 0))
        .extracting(it -> it.path("output").asText())
        .containsExactlyInAnyOrder("seen csv one", "seen csv, two");
  }

  @Test
  void refusesADataSetWithAnInvalidItemAsAWhole() {
    int before = SITE.http().get("api/v1/batches?limit=200").path("items").size();

    var answer =
        SITE.http()
            .send(
                "api/v1/batches:lines",
                "application/x-ndjson",
                Json.write(BatchSite.request()) + "\n{\"id\":1,\"text\":\"a\"}\n{\"id\":1}");

    assertThat(answer.statusCode()).isEqualTo(422);
    assertThat(answer.body()).contains("invalid-data-set", "line 2");
    assertThat(SITE.http().get("api/v1/batches?limit=200").path("items")).hasSize(before);
  }

  @Test
  void streamsItsProgressUntilItEnds() throws IOException, InterruptedException {
    UUID id = SITE.submit(slow(), BatchSite.items(20, i -> "streamed " + i));
    var http = SITE.http();
    HttpRequest request =
        HttpRequest.newBuilder(http.base().resolve("api/v1/batches/%s/events".formatted(id)))
            .header("Authorization", http.credentials().basic(http.user()))
            .header("Accept", "text/event-stream")
            .build();

    String stream = http.client().send(request, BodyHandlers.ofString()).body();

    List<JsonNode> batches =
        stream
            .lines()
            .filter(line -> line.startsWith("data: "))
            .map(line -> Json.read(line.substring("data: ".length())))
            .toList();
    assertThat(batches).hasSizeGreaterThan(2);
    assertThat(batches)
        .extracting(batch -> batch.path("receipt").path("completed").asInt())
        .isSorted()
        .endsWith(20);
    assertThat(batches.getLast().path("status").asText()).isEqualTo("COMPLETED");
  }

  /** What an operator does in the batch administration is what the API does. */
  @Test
  void aStoppedJobPausesItsBatchAndARestartGoesOn() {
    UUID id = SITE.submit(slow(), BatchSite.items(30, i -> "stopped " + i));
    SITE.awaitEnded(id, 3);
    Jobs jobs = Jobs.of(SITE.server());
    long job = jobs.newestNamed("agent-batch").id();
    jobs.stop(job);
    SITE.awaitStatus(id, "PAUSED");
    await().atMost(Duration.ofSeconds(30)).until(() -> jobs.get(job).status().equals("STOPPED"));

    jobs.restart(job);

    SITE.awaitStatus(id, "COMPLETED");
    assertThat(calls("stopped")).isEqualTo(30);
    assertThat(jobs.get(job).executions()).hasSize(2);
    assertThat(SITE.batch(id).path("acts"))
        .extracting(act -> act.path("kind").asText() + " by " + act.path("by").asText())
        .containsExactly("SUBMIT by operator", "RESUME by admin");
  }

  private static ObjectNode slow() {
    ObjectNode request = BatchSite.request();
    request.putObject("options").put("concurrency", 4);
    return request;
  }

  private static long calls(String prefix) {
    return SITE.calls().stream().filter(it -> it.startsWith(prefix + " ")).count();
  }
}
