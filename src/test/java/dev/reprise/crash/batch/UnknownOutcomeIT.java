package dev.reprise.crash.batch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.crash.fixture.BatchSite;
import dev.reprise.platform.Json;
import dev.reprise.server.JsonClient;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A request with a key whose server was lost after the act, and before it stored the response, is
 * carried out again and finds what the first one has created.
 */
@Tag("postgresql")
class UnknownOutcomeIT {

  private static final PostgresProcess POSTGRES = PostgresProcess.start("unknown-outcome");
  private static final BatchSite SITE =
      BatchSite.named("unknown-outcome", POSTGRES.serve(ServerOptions.DEFAULT), 5);

  private final String key = UUID.randomUUID().toString();

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @AfterAll
  static void stop() {
    SITE.close();
    POSTGRES.close();
  }

  /** The requests that create something; {@code {run}} is a run that has ended. */
  private enum Creation {
    RUN("runs", "{'agent': 'clerk', 'workspace': 'desk', 'input': {'text': 'a report'}}"),
    FORK("runs/{run}:fork", "{}"),
    BATCH(
        "batches",
        """
        {'agent': 'clerk', 'workspace': 'desk',
         'source': {'lines': '{\\"text\\": \\"a report\\"}'}}
        """);

    private final String path;
    private final String body;

    Creation(String path, String body) {
      this.path = path;
      this.body = body.replace('\'', '"');
    }
  }

  @ParameterizedTest
  @EnumSource
  void itIsCreatedOnce(Creation creation) throws Exception {
    UUID run = ended();
    String path = creation.path.replace("{run}", run.toString());
    UUID first = created(send(path, key, creation.body));
    loseTheResponse();

    assertThat(created(send(path, key, creation.body))).isEqualTo(first);
    assertThat(created(send(path, UUID.randomUUID().toString(), creation.body)))
        .as("under another key")
        .isNotEqualTo(first);
  }

  private static UUID ended() throws Exception {
    UUID run = created(send("runs?wait=30", UUID.randomUUID().toString(), Creation.RUN.body));
    assertThat(http().get("api/v1/runs/" + run).path("status").asText()).isEqualTo("COMPLETED");
    return run;
  }

  @Test
  void aScheduleFiresOnce() throws Exception {
    http()
        .change(
            "POST",
            "api/v1/schedules",
            Json.read(
                """
                {"name": "yearly", "agent": "clerk", "workspace": "desk", "cron": "0 3 1 1 *",
                 "input": {"text": "a report"}}
                """));

    UUID first = created(send("schedules/yearly:trigger", key, ""));
    loseTheResponse();

    assertThat(created(send("schedules/yearly:trigger", key, ""))).isEqualTo(first);
    assertThat(http().get("api/v1/schedules/yearly/firings").path("items")).hasSize(1);
  }

  @Test
  void aWebhookIsCreatedOnceAndGetsAnotherSecret() throws Exception {
    String request =
        """
        {"url": "https://93.184.216.34/", "events": ["run.completed"], "enabled": false}
        """;
    JsonNode first = Json.read(send("webhooks", key, request).body());
    loseTheResponse();

    HttpResponse<String> again = send("webhooks", key, request);

    assertThat(created(again)).hasToString(first.path("id").asText());
    assertThat(Json.read(again.body()).path("secret").asText())
        .startsWith("whsec_")
        .isNotEqualTo(first.path("secret").asText());
    assertThat(http().get("api/v1/webhooks").path("items")).hasSize(1);
  }

  private static UUID created(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isIn(201, 202);
    assertThat(response.headers().firstValue("Idempotency-Replayed")).isEmpty();
    return UUID.fromString(Json.read(response.body()).path("id").asText());
  }

  /** Leaves all keys as a server does that is lost before it stores the response. */
  private static void loseTheResponse() throws SQLException {
    try (Connection connection = POSTGRES.database().getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          """
          UPDATE idempotency_key SET status = NULL, location = NULL, cipher_key = NULL, body = NULL,
                                     claimed_until = TIMESTAMP '2026-01-01 00:00:00'\
          """);
    }
  }

  private static JsonClient http() {
    return SITE.http().as("admin");
  }

  private static HttpResponse<String> send(String path, String key, String body)
      throws IOException, InterruptedException {
    JsonClient http = http();
    return http.client()
        .send(
            HttpRequest.newBuilder(http.base().resolve("api/v1/" + path))
                .header("Authorization", http.credentials().basic(http.user()))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
  }
}
