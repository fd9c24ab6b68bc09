package dev.reprise.api.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import dev.reprise.platform.Json;
import dev.reprise.server.Http;
import dev.reprise.server.TestServer;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Only admins see which runs retention erases, and erase runs that have ended. */
class RetentionIT {

  private static final Client ADMIN = new Client("admin");
  private static final Client OPERATOR = new Client("operator");
  private static final String NO_PLAN = "2020-01-01T00:00:00Z/" + "0".repeat(64);

  @Test
  void erasesARunThatHasEndedWithItsJob() {
    UUID run = OPERATOR.submit("optional");
    UUID other = OPERATOR.submit("optional");
    awaitStatus(run, "COMPLETED");
    awaitStatus(other, "COMPLETED");
    assertThat(jobs()).contains(run.toString(), other.toString());

    assertThat(erase(ADMIN, run).status()).isEqualTo(204);

    ADMIN.get("runs/" + run).isProblem(ProblemType.NOT_FOUND);
    erase(ADMIN, run).isProblem(ProblemType.NOT_FOUND);
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> assertThat(jobs()).doesNotContain(run.toString()).contains(other.toString()));
    assertThat(OPERATOR.get("runs/" + other).body().path("bytes").asLong()).isPositive();
  }

  @Test
  void erasesNothingThatLives() {
    UUID run = OPERATOR.submit("slow");

    erase(ADMIN, run).isProblem(ProblemType.RUN_NOT_ENDED);
    erase(OPERATOR, run).isProblem(ProblemType.FORBIDDEN);
    OPERATOR.post("runs/" + run + ":cancel", "{}");
  }

  @Test
  void showsAPlanAndRefusesEveryOther() {
    var plan = ADMIN.post("admin/retention", "{}");

    assertThat(plan.status()).as("%s", plan.body()).isEqualTo(200);
    assertThat(plan.body().path("runs")).isEmpty(); // nothing here ended a week ago
    assertThat(plan.body().path("more").asBoolean(true)).isFalse();
    assertThat(plan.body().has("erased")).isFalse();
    String named = "{\"dryRun\": false, \"plan\": \"%s\"}";
    assertThat(
            ADMIN
                .post("admin/retention", named.formatted(plan.body().path("plan").asText()))
                .body()
                .path("erased")
                .isArray())
        .isTrue();
    ADMIN
        .post("admin/retention", named.formatted(NO_PLAN))
        .isProblem(ProblemType.RETENTION_PLAN_CHANGED);
    ADMIN
        .post("admin/retention", named.formatted(NO_PLAN.replace("2020", "2999")))
        .isProblem(ProblemType.INVALID_VALUE);
    ADMIN.post("admin/retention", named.formatted("tomorrow")).isProblem(ProblemType.INVALID_VALUE);
    ADMIN.post("admin/retention", "{\"dryRun\": false}").isProblem(ProblemType.INVALID_VALUE);
    OPERATOR.post("admin/retention", "{}").isProblem(ProblemType.FORBIDDEN);
  }

  @Test
  void forecastsWhatWillBeDue() {
    UUID run = OPERATOR.submit("quick");
    awaitStatus(run, "COMPLETED");
    String later = "{\"asOf\": \"%s\"}".formatted(Instant.now().plus(Duration.ofDays(30)));

    Client.Answer plan = ADMIN.post("admin/retention", later);

    assertThat(plan.body().path("runs").findValuesAsText("id")).contains(run.toString());
    ADMIN
        .post(
            "admin/retention",
            "{\"dryRun\": false, \"plan\": %s}".formatted(plan.body().path("plan")))
        .isProblem(ProblemType.INVALID_VALUE);
    assertThat(OPERATOR.get("runs/" + run).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"asOf\": \"2020-01-01T00:00:00Z\"}",
        "{\"asOf\": \"2999-01-01T00:00:00Z\"}",
        "{\"dryRun\": false, \"asOf\": \"2999-01-01T00:00:00Z\"}"
      })
  void refusesOtherTimes(String request) {
    ADMIN.post("admin/retention", request).isProblem(ProblemType.INVALID_VALUE);
  }

  private static Client.Answer erase(Client client, UUID run) {
    return Client.send(client.request("runs/" + run).DELETE());
  }

  private static void awaitStatus(UUID run, String status) {
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals(status));
  }

  /**
   * Returns the parameters of the newest jobs' executions, as the batch administration has them.
   */
  private static String jobs() {
    var all = new StringBuilder();
    for (var job : Json.read(batch("jobinstances?pageSize=20"))) {
      all.append(batch("jobinstances/%s/jobexecutions".formatted(job.path("instanceId").asText())));
    }
    return all.toString();
  }

  private static String batch(String path) {
    var request =
        HttpRequest.newBuilder(TestServer.https().resolve("ibm/api/batch/" + path))
            .header("Authorization", TestServer.credentials().basic("admin"))
            .build();
    try (var http = Http.trustingClient()) {
      return http.send(request, BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
