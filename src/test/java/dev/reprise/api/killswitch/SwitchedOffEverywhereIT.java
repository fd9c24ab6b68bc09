package dev.reprise.api.killswitch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No path submits or starts again a run that an admin has switched off. */
@Tag("door")
class SwitchedOffEverywhereIT {

  private static final Client ADMIN = new Client("eve@beta");
  private static final Client OPERATOR = new Client("bo@beta");
  private static final String AGENT = "short-of-turns"; // its runs fail
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static UUID run = new UUID(0, 0);
  private static String batch = "";
  private static String schedule = "";

  @BeforeAll
  static void aFailedRunABatchAndASchedule() {
    run =
        UUID.fromString(
            OPERATOR
                .post("runs", Client.submission(AGENT, "{\"topic\": \"tea\"}", "test"))
                .body()
                .path("id")
                .asText());
    batch = OPERATOR.post("batches", batchOf(AGENT)).body().path("id").asText();
    schedule = "off-" + UUID.randomUUID().toString().substring(0, 8);
    var made =
        OPERATOR.post(
            "schedules",
            """
            {"name": "%s", "agent": "%s", "workspace": "test", "input": {"topic": "tea"},
             "cron": "0 3 * * *", "zone": "UTC"}"""
                .formatted(schedule, AGENT));
    assertThat(made.status()).as("%s", made.body()).isEqualTo(201);
    await().atMost(PATIENCE).until(() -> OPERATOR.status(run).equals("FAILED"));
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                OPERATOR
                    .get("batches/" + batch)
                    .body()
                    .path("status")
                    .asText()
                    .equals("COMPLETED"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"kind\": \"SUBMISSIONS\"",
        "\"kind\": \"TENANT\"",
        "\"kind\": \"AGENT\", \"name\": \"short-of-turns\""
      })
  void nothingStartsARunWhileItIsSwitchedOff(String members) {
    JsonNode off =
        ADMIN
            .post("admin/kill-switches", "{%s, \"reason\": \"for a test\"}".formatted(members))
            .body();
    try {
      refused("runs", Client.submission(AGENT, "{\"topic\": \"tea\"}", "test"));
      refused("batches", batchOf(AGENT));
      refused("batches:preview", batchOf(AGENT));
      refused("batches/%s:resume".formatted(batch), "{}");
      refused("batches/%s:retry-failed".formatted(batch), "{}");
      refused("runs/%s:fork".formatted(run), "{}");
      refused("runs/%s:retry".formatted(run), "{}");
      refused("runs/%s:migrate".formatted(run), "{\"reason\": \"x\", \"dryRun\": false}");
      refused("schedules/%s:trigger".formatted(schedule), "");
      refused("schedules/%s:backfill".formatted(schedule), backfill());
      assertThat(retriedTogether().path("items"))
          .singleElement()
          .satisfies(item -> assertThat(item.path("code").asText()).isEqualTo("switched-off"));
    } finally {
      ADMIN.post("admin/kill-switches/%s:release".formatted(off.path("id").asText()), "");
    }
    assertThat(OPERATOR.status(run)).isEqualTo("FAILED");
  }

  private static void refused(String path, String body) {
    assertThat(
            OPERATOR
                .post(path, body)
                .isProblem(ProblemType.SWITCHED_OFF)
                .body()
                .path("detail")
                .asText())
        .as(path)
        .endsWith(": for a test.");
  }

  private static String batchOf(String agent) {
    return """
    {"agent": "%s", "workspace": "test", "source": {"lines": "{\\"topic\\": \\"tea\\"}"}}"""
        .formatted(agent);
  }

  private static String backfill() {
    Instant now = Instant.now();
    return "{\"from\": \"%s\", \"until\": \"%s\", \"dryRun\": false}"
        .formatted(now.minus(Duration.ofDays(3)), now.minusSeconds(60));
  }

  /** Retries the run by an operation on many runs, and returns its receipt. */
  private static JsonNode retriedTogether() {
    String retry = "\"act\": \"RETRY\", \"filter\": {\"runs\": [\"%s\"]}".formatted(run);
    String preview = OPERATOR.post("bulk", "{%s}".formatted(retry)).body().path("preview").asText();
    String id =
        OPERATOR
            .post("bulk", "{%s, \"preview\": \"%s\"}".formatted(retry, preview))
            .body()
            .path("id")
            .asText();
    await()
        .atMost(PATIENCE)
        .until(() -> OPERATOR.get("bulk/" + id).body().path("status").asText().equals("COMPLETED"));
    return OPERATOR.get("bulk/" + id + "/items").body();
  }
}
