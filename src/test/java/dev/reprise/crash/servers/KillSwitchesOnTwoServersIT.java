package dev.reprise.crash.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.crash.fixture.ProductionSettings;
import dev.reprise.platform.Json;
import dev.reprise.server.CommandLine;
import dev.reprise.server.Http;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.ServerOptions;
import dev.reprise.server.ServerProcess;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A kill switch that is set on one server counts on another one within a second. The servers are
 * configured as production needs it, so the doctor has nothing to say.
 */
@Tag("postgresql")
class KillSwitchesOnTwoServersIT {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final HttpClient HTTP = Http.trustingClient();

  private static PostgresProcess postgres;
  private static ServerProcess one;
  private static ServerProcess two;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    Path agents = Files.createDirectory(directory.resolve("agents"));
    Files.writeString(agents.resolve("remover.yaml"), AGENT);
    postgres = PostgresProcess.start("kill-switches");
    ServerOptions options =
        ProductionSettings.with(postgres.serve(ServerOptions.DEFAULT), directory)
            .with("REPRISE_AGENTS_DIR", agents.toString())
            .with("REPRISE_TOOLS_POLICY_FILE", policy(directory))
            .with("REPRISE_WORKSPACES", "files=" + directory);
    one = ServerProcess.named("switches-one", options.with("REPRISE_DISPATCH_MAX_RUNNING", "1"));
    two = ServerProcess.named("switches-two", options);
    one.start();
    two.start();
  }

  private static final String AGENT =
      """
      name: remover
      description: Removes a file that is not there.
      tools: [delete_file]
      phases:
        - {name: only, prompt: "Remove it."}
      model:
        provider: scripted
        script:
          only:
            - calls: [{id: c1, tool: delete_file, arguments: {path: none.txt}}]
            - text: done
      """;

  private static String policy(Path directory) throws IOException {
    return Files.writeString(
            directory.resolve("tools.yaml"), "- {name: delete_file, approval: never}\n")
        .toString();
  }

  @AfterAll
  static void stop() {
    for (AutoCloseable it : new AutoCloseable[] {one, two, postgres}) {
      try {
        it.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SUBMISSIONS, ''",
    "AGENT, remover",
    "TENANT, ''",
  })
  void noRunIsSubmitted(String kind, String name) throws Exception {
    String id = set(kind, name);

    await().atMost(SECOND).until(() -> submit(two).statusCode() == 503);
    assertThat(submit(two).body()).contains("switched off by admin").contains("for a test");

    release(id);
    await().atMost(SECOND).until(() -> submit(two).statusCode() == 202);
  }

  @Test
  void noModelIsCalled() throws Exception {
    String id = set("MODEL_CALLS", "");
    await().pollDelay(SECOND).until(() -> true); // for as long as the other server may not know it

    String run = Json.read(submit(two).body()).path("id").asText();

    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> events(run).contains("calls of models are switched off by admin"));
    assertThat(events(run)).doesNotContain("model.replied");
    release(id);
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> get("runs/" + run).path("status").asText().equals("COMPLETED"));
  }

  @ParameterizedTest
  @CsvSource({"DANGEROUS_TOOLS, ''", "TOOL, delete_file"})
  void noSuchToolIsCalled(String kind, String name) throws Exception {
    String id = set(kind, name);
    await().pollDelay(SECOND).until(() -> true); // for as long as the other server may not know it

    String run = Json.read(submit(two).body()).path("id").asText();

    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> get("runs/" + run).path("status").asText().equals("COMPLETED"));
    assertThat(events(run)).contains("switched_off").doesNotContain("tool-call.started");
    release(id);
  }

  @Test
  void nothingIsMissingForProduction(@TempDir Path directory) throws Exception {
    String webhook =
        "{\"url\": \"http://127.0.0.1:8080/told\","
            + " \"events\": [\"run.waiting-for-approval\", \"run.dead-lettered\"]}";
    var created = post(one, "admin", "webhooks", webhook);
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);

    CommandLine.Ended ended =
        CommandLine.run(
            ProductionSettings.login(two, directory), "doctor", "--production", "-o", "json");

    assertThat(ended.exitCode()).as("%s", ended).isZero();
    assertThat(Json.read(ended.output())).isEmpty();
    assertThat(ended.errors()).contains("nothing is wrong with " + two.httpsUri());
  }

  private static String set(String kind, String name) throws Exception {
    String named = name.isEmpty() ? "" : "\"name\": \"%s\", ".formatted(name);
    var set =
        post(
            one,
            "admin",
            "admin/kill-switches",
            "{\"kind\": \"%s\", %s\"reason\": \"for a test\"}".formatted(kind, named));
    assertThat(set.statusCode()).as(set.body()).isEqualTo(201);
    return Json.read(set.body()).path("id").asText();
  }

  private static void release(String id) throws Exception {
    assertThat(post(one, "admin", "admin/kill-switches/" + id + ":release", "").statusCode())
        .isEqualTo(204);
  }

  private static HttpResponse<String> submit(ServerProcess server) throws Exception {
    return post(
        server,
        "operator",
        "runs",
        "{\"agent\": \"remover\", \"workspace\": \"files\", \"input\": {}}");
  }

  private static String events(String run) throws Exception {
    return get("runs/" + run + "/events?limit=200").toString();
  }

  private static JsonNode get(String path) throws Exception {
    return Json.read(
        HTTP.send(request(two, "operator", path).build(), BodyHandlers.ofString()).body());
  }

  private static HttpResponse<String> post(
      ServerProcess server, String user, String path, String body) throws Exception {
    return HTTP.send(
        request(server, user, path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(ServerProcess server, String user, String path) {
    return HttpRequest.newBuilder(server.baseUri().resolve("/api/v1/" + path))
        .timeout(Duration.ofSeconds(30))
        .header("Authorization", server.credentials().basic(user));
  }
}
