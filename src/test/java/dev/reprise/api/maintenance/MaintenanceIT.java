package dev.reprise.api.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import dev.reprise.platform.Json;
import dev.reprise.server.TestServer;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Admins of the tenant {@code default} keep this server from working on runs. */
class MaintenanceIT {

  private static final String PATH = "admin/maintenance";
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Client ADMIN = new Client("admin");
  private static final Client OPERATOR = new Client("operator");
  private static final Client ADMIN_OF_BETA = new Client("eve@beta");

  @AfterEach
  void endAll() {
    ADMIN.get(PATH).body().path("items").forEach(it -> end(ADMIN, it.path("id").asText()));
    await().atMost(PATIENCE).until(() -> health("ready").statusCode() == 200);
  }

  @Test
  void theServerTakesNoRunsUntilItEnds() {
    JsonNode started = start(name());
    await().atMost(PATIENCE).until(() -> health("ready").statusCode() == 503);
    assertThat(databaseCheck().at("/data/maintenance").asText()).isEqualTo("for a test");
    assertThat(databaseCheck().at("/data/schedules").asText()).isEqualTo("off");
    assertThat(health("live").statusCode()).isEqualTo(200);

    UUID run = OPERATOR.submit("quick");
    await()
        .during(Duration.ofSeconds(2))
        .atMost(PATIENCE)
        .until(() -> OPERATOR.status(run).equals("QUEUED"));
    JsonNode server = server();
    assertThat(server.path("maintenance").asBoolean()).isTrue();
    assertThat(server.path("runs").asInt()).isZero();

    assertThat(end(ADMIN, started.path("id").asText())).isEqualTo(204);
    assertThat(end(ADMIN, started.path("id").asText())).isEqualTo(404);
    await().atMost(PATIENCE).until(() -> health("ready").statusCode() == 200);
    await().atMost(PATIENCE).until(() -> OPERATOR.status(run).equals("COMPLETED"));
    assertThat(server().path("maintenance").asBoolean()).isFalse();
  }

  @Test
  void noBatchIsStartedUntilItEnds() {
    JsonNode started = start("*");
    await().atMost(PATIENCE).until(() -> health("ready").statusCode() == 503);
    String batch =
        OPERATOR
            .post(
                "batches",
                """
                {"agent": "quick", "workspace": "test",
                 "source": {"lines": "{\\"topic\\": \\"tea\\", \\"author\\": {\\"name\\": \\"Ana\\"}}"}}
                """)
            .body()
            .path("id")
            .asText();
    await()
        .during(Duration.ofSeconds(3))
        .atMost(PATIENCE)
        .until(() -> batchStatus(batch).equals("QUEUED"));

    end(ADMIN, started.path("id").asText());

    await().atMost(Duration.ofSeconds(30)).until(() -> batchStatus(batch).equals("COMPLETED"));
  }

  private static String batchStatus(String id) {
    return OPERATOR.get("batches/" + id).body().path("status").asText();
  }

  @Test
  void noScheduleIsFiredUntilItEnds() {
    JsonNode started = start("*");
    await().atMost(PATIENCE).until(() -> health("ready").statusCode() == 503);
    String schedule = "maintained-" + UUID.randomUUID();
    OPERATOR.post(
        "schedules",
        """
        {"name": "%s", "agent": "quick", "workspace": "test", "cron": "0 3 1 1 *",
         "input": {"topic": "tea", "author": {"name": "Ana"}}}
        """
            .formatted(schedule));
    String firing =
        OPERATOR.post("schedules/" + schedule + ":trigger", "").body().path("id").asText();
    String path = "schedules/%s/firings/%s".formatted(schedule, firing);
    await()
        .during(Duration.ofSeconds(3))
        .atMost(PATIENCE)
        .until(() -> OPERATOR.get(path).body().path("status").asText().equals("PENDING"));

    end(ADMIN, started.path("id").asText());

    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> OPERATOR.get(path).body().path("status").asText().equals("COMPLETED"));
  }

  @Test
  void everybodySeesItWithWhoAndWhy() {
    JsonNode started = start("*");

    assertThat(started.path("by").asText()).isEqualTo("admin");
    assertThat(new Client("ana@acme").get(PATH).body().path("items").get(0)).isEqualTo(started);
  }

  @Test
  void aServerTellsItsVersionPlacesAndLoad() {
    JsonNode server = server();

    assertThat(server.path("up").asBoolean()).isTrue();
    assertThat(server.path("version").asText()).contains(".");
    assertThat(server.path("places").asInt()).isPositive();
    assertThat(server.path("processorLoad").asInt(-1)).isBetween(0, 100);
    assertThat(Instant.parse(server.path("heardAt").asText()))
        .isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
  }

  @Test
  void aNameThatNoServerHasIsRefusedWithTheNamesOfServers() {
    var refused =
        ADMIN.post(PATH, body("\"server\": \"node-9\"")).isProblem(ProblemType.INVALID_VALUE);

    assertThat(refused.body().toString()).contains("these are up: ").contains(name());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"server\": \"\"", "\"reason\": \"for a test\""})
  void oneThatIsNotValidIsRefused(String members) {
    ADMIN.post(PATH, "{%s}".formatted(members)).isProblem(ProblemType.INVALID_VALUE);
  }

  @Test
  void adminsOfOtherTenantsMayOnlyRead() {
    ADMIN_OF_BETA.post(PATH, body("\"server\": \"*\"")).isProblem(ProblemType.FORBIDDEN);
    String id = start("*").path("id").asText();

    assertThat(end(ADMIN_OF_BETA, id)).isEqualTo(403);
  }

  private static JsonNode start(String server) {
    var started = ADMIN.post(PATH, body("\"server\": \"%s\"".formatted(server)));
    assertThat(started.status()).as("%s", started.body()).isEqualTo(201);
    return started.body();
  }

  private static int end(Client admin, String id) {
    return admin.post(PATH + "/" + id + ":end", "").status();
  }

  private static String body(String server) {
    return "{%s, \"reason\": \"for a test\"}".formatted(server);
  }

  private static String name() {
    return server().path("name").asText();
  }

  private static JsonNode server() {
    return ADMIN.get(PATH).body().path("servers").get(0);
  }

  private static HttpResponse<String> health(String which) {
    return Client.exchange(HttpRequest.newBuilder(TestServer.http().resolve("/health/" + which)));
  }

  private static JsonNode databaseCheck() {
    for (JsonNode check : Json.read(health("ready").body()).path("checks")) {
      if (check.path("name").asText().equals("database")) {
        return check;
      }
    }
    throw new AssertionError("there is no such check");
  }
}
