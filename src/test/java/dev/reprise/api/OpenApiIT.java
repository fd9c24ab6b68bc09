package dev.reprise.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.api.fixture.Client;
import org.junit.jupiter.api.Test;

/** The API describes itself to every caller that may use it. */
class OpenApiIT {

  private static final Client VIEWER = new Client("viewer");

  @Test
  void namesEveryAddressAndItsProblems() {
    var document = VIEWER.get("openapi").body();

    assertThat(document.path("paths").properties().stream().map(path -> path.getKey()))
        .contains(
            "/api/v1/runs",
            "/api/v1/runs/{id}",
            "/api/v1/runs/{id}/events",
            "/api/v1/runs/{id}:cancel",
            "/api/v1/runs/{id}:retry",
            "/api/v1/runs/{id}:migrate",
            "/api/v1/runs/{id}:steer",
            "/api/v1/runs/{id}:fork",
            "/api/v1/runs/{id}/tool-calls",
            "/api/v1/runs/{id}/tool-calls/{call}:resolve",
            "/api/v1/agents",
            "/api/v1/agents/{name}",
            "/api/v1/agents:validate",
            "/api/v1/tools",
            "/api/v1/tools/{name}",
            "/api/v1/mcp-servers",
            "/api/v1/admin/retention",
            "/api/v1/breakers",
            "/api/v1/breakers/{kind}/{name}:reset",
            "/api/v1/queue",
            "/api/v1/schedules",
            "/api/v1/schedules:preview",
            "/api/v1/schedules/{name}",
            "/api/v1/schedules/{name}:pause",
            "/api/v1/schedules/{name}:resume",
            "/api/v1/schedules/{name}:trigger",
            "/api/v1/schedules/{name}:backfill",
            "/api/v1/schedules/{name}/times",
            "/api/v1/schedules/{name}/firings",
            "/api/v1/schedules/{name}/firings/{id}",
            "/api/v1/schedules/{name}/firings/{id}:cancel",
            "/api/v1/quotas",
            "/api/v1/quotas/{provider}/{model}:resume");
    document
        .path("paths")
        .forEach(
            path ->
                path.forEach(
                    operation -> {
                      assertThat(operation.path("summary").asText()).isNotEmpty();
                      assertThat(operation.path("responses").has("default")).isTrue();
                    }));
    assertThat(document.path("components").path("securitySchemes").path("password").path("scheme"))
        .hasToString("\"basic\"");
  }

  @Test
  void tellsHowToFollowARun() {
    var events =
        VIEWER.get("openapi").body().path("paths").path("/api/v1/runs/{id}/events").path("get");

    assertThat(events.path("parameters").findValuesAsText("name")).contains("Last-Event-ID");
    assertThat(events.path("responses").path("200").path("content").has("text/event-stream"))
        .isTrue();
    assertThat(events.path("responses").has("204")).isTrue();
  }

  @Test
  void isYamlForThoseWhoAskForIt() {
    var answer = Client.exchange(VIEWER.request("openapi").header("Accept", "application/yaml"));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("openapi: ");
  }
}
