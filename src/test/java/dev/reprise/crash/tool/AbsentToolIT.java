package dev.reprise.crash.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.BatchSite;
import dev.reprise.crash.fixture.Site;
import dev.reprise.mcp.FakeServerCommand;
import dev.reprise.platform.Json;
import dev.reprise.server.JsonClient;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything that submits runs is asked while a tool of an MCP server is not there yet, comes, and
 * is gone: no run begins without the tool, and nothing is given up because it is late.
 */
class AbsentToolIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String TOOL = "late__do";
  private static final String NOT_YET = "MCP server 'late' has not listed its tools";
  private static final int ITEMS = 30;

  private static final String CLERK =
      """
      name: clerk
      description: Calls the tool.
      tools: [late__do]
      phases: [{name: only, prompt: Go.}]
      model:
        provider: scripted
        script:
          only:
            - calls: [{id: a, tool: late__do, arguments: {}}]
            - text: "It is {{calls.a}}."
      """;

  private static final String CHIEF =
      """
      name: chief
      description: Has the clerk call the tool.
      tools: [delegate]
      phases: [{name: only, prompt: Go.}]
      model:
        provider: scripted
        script:
          only:
            - calls: [{id: a, tool: delegate, arguments: {agent: clerk}}]
            - text: "{{calls.a}}"
      """;

  private final Path directory;

  AbsentToolIT(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void noRunBeginsWithoutATool() throws IOException {
    try (Site site = Site.named("absent-tool", options())) {
      site.server().start();
      awaitTool(site, 200);
      UUID run = site.submit("clerk");
      assertThat(site.awaitStatus(run, "COMPLETED").last().data().path("output").asText())
          .isEqualTo("It is done.");
      site.runs().http().change("POST", "api/v1/schedules", schedule("nightly"));
      String batch = pausedBatch(site);
      String second = pausedBatch(site);

      site.server().kill();
      Files.createFile(directory.resolve("broken"));
      site.server().start();

      assertRefused(site, "runs", submission());
      assertRefused(site, "batches", batch());
      assertRefused(site, "schedules", schedule("weekly"));
      assertRefused(site, "runs/%s:fork".formatted(run), fromTheBeginning());
      HttpResponse<String> trial = asAdmin(site).tryTo("POST", "api/v1/agents:try", trial());
      assertThat(trial.body()).contains("agent-not-ready", NOT_YET);
      site.runs().http().change("POST", "api/v1/schedules/nightly:trigger", body());
      UUID chief = site.submit("chief");
      act(site, batch, "resume");
      assertThat(
              site.awaitRecord(chief, it -> it.has("run.waiting"))
                  .last()
                  .data()
                  .path("reason")
                  .asText())
          .contains("agents.clerk cannot run yet", NOT_YET);
      await()
          .atMost(PATIENCE)
          .until(() -> firing(site).path("reason").asText(), "NOT_READY"::equals);
      assertThat(firing(site).path("error").asText()).contains(NOT_YET);
      assertThat(awaitBatch(site, batch, "WAITING").path("reason").asText()).contains(NOT_YET);

      Files.delete(directory.resolve("broken"));

      awaitTool(site, 200);
      assertThat(site.awaitStatus(chief, "COMPLETED").last().data().path("output").asText())
          .isEqualTo("It is done.");
      assertThat(awaitBatch(site, batch, "COMPLETED").at("/receipt/completed").asInt())
          .isEqualTo(ITEMS);
      await()
          .atMost(PATIENCE)
          .until(() -> firing(site).path("status").asText(), "COMPLETED"::equals);
      assertThat(firing(site).path("attempts").asInt()).isEqualTo(1);
      site.awaitStatus(
          accepted(site, "runs/%s:fork".formatted(run), fromTheBeginning()), "COMPLETED");
      JsonNode tried = asAdmin(site).change("POST", "api/v1/agents:try", trial());
      site.awaitStatus(UUID.fromString(tried.path("id").asText()), "COMPLETED");
      assertThatAllRunsOfTheClerkPinTheTool(site);

      Files.writeString(
          directory.resolve("tools.json"),
          "{\"name\":\"other\",\"description\":\"Is another.\",\"inputSchema\":{\"type\":\"object\"}}");
      ProcessHandle.of(Long.parseLong(lastLine("started"))).orElseThrow().destroyForcibly();
      awaitTool(site, 404);

      assertThat(post(site, "runs", submission()).body()).contains("broken-agent", TOOL);
      assertThat(post(site, "runs/%s:fork".formatted(run), fromTheBeginning()).body())
          .contains("agent-not-ready", "tools." + TOOL + " is not there");
      act(site, second, "resume");
      assertThat(awaitBatch(site, second, "WAITING").path("reason").asText())
          .isEqualTo("tools.%s is not there".formatted(TOOL));

      Files.delete(directory.resolve("tools.json"));
      ProcessHandle.of(Long.parseLong(lastLine("started"))).orElseThrow().destroyForcibly();

      assertThat(awaitBatch(site, second, "COMPLETED").at("/receipt/completed").asInt())
          .isEqualTo(ITEMS);
      assertThatAllRunsOfTheClerkPinTheTool(site);
    }
  }

  private ServerOptions options() throws IOException {
    Path agents = Files.createDirectories(directory.resolve("agents"));
    Files.writeString(agents.resolve("clerk.yaml"), CLERK);
    Files.writeString(agents.resolve("chief.yaml"), CHIEF);
    ObjectNode late = body().put("name", "late").put("transport", "stdio").put("trusted", true);
    FakeServerCommand.in(directory).forEach(late.putArray("command")::add);
    Path servers = directory.resolve("servers.json");
    Files.writeString(servers, Json.write(JsonNodeFactory.instance.arrayNode().add(late)));
    return ServerOptions.DEFAULT
        .with("REPRISE_AGENTS_DIR", agents.toString())
        .with("REPRISE_MCP_SERVERS_FILE", servers.toString());
  }

  /** The agent's run would be complete, but without its tool it must not even be queued. */
  private static void assertRefused(Site site, String path, ObjectNode body) {
    HttpResponse<String> answer = post(site, path, body);
    assertThat(answer.statusCode()).as("%s: %s", path, answer.body()).isEqualTo(503);
    assertThat(answer.body()).contains("agent-not-ready", "not there yet", NOT_YET);
  }

  private static void assertThatAllRunsOfTheClerkPinTheTool(Site site) {
    List<JsonNode> runs =
        site.runs()
            .http()
            .get("api/v1/runs?agent=clerk&limit=200")
            .path("items")
            .valueStream()
            .toList();
    assertThat(runs).hasSizeGreaterThan(ITEMS);
    for (JsonNode run : runs) {
      UUID id = UUID.fromString(run.path("id").asText());
      assertThat(site.runs().read(id).all("run.submitted"))
          .as("run %s", id)
          .allSatisfy(
              submitted ->
                  assertThat(submitted.data().path("tools").findValuesAsText("name"))
                      .containsExactly(TOOL));
    }
  }

  /** Returns a batch that has begun, and of which items are left. */
  private static String pausedBatch(Site site) {
    String id = accepted(site, "batches", batch()).toString();
    act(site, id, "pause");
    JsonNode paused = awaitBatch(site, id, "PAUSED");
    assertThat(paused.at("/receipt/pending").asInt()).as("%s", paused).isPositive();
    return id;
  }

  private static JsonNode awaitBatch(Site site, String id, String status) {
    return await()
        .atMost(PATIENCE)
        .until(
            () -> site.runs().http().get("api/v1/batches/" + id),
            batch -> batch.path("status").asText().equals(status));
  }

  private static void awaitTool(Site site, int status) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> site.runs().http().ask("api/v1/tools/" + TOOL).statusCode(), it -> it == status);
  }

  private static JsonNode firing(Site site) {
    return site.runs().http().get("api/v1/schedules/nightly/firings").path("items").path(0);
  }

  private static void act(Site site, String batch, String act) {
    site.runs().http().change("POST", "api/v1/batches/%s:%s".formatted(batch, act), body());
  }

  private static HttpResponse<String> post(Site site, String path, ObjectNode body) {
    return site.runs().http().tryTo("POST", "api/v1/" + path, body);
  }

  private static UUID accepted(Site site, String path, ObjectNode body) {
    return UUID.fromString(
        site.runs().http().change("POST", "api/v1/" + path, body).path("id").asText());
  }

  private static JsonClient asAdmin(Site site) {
    return site.runs().http().as("admin");
  }

  private String lastLine(String file) throws IOException {
    return Files.readAllLines(directory.resolve(file)).getLast().strip();
  }

  private static ObjectNode submission() {
    ObjectNode submission = body().put("agent", "clerk").put("workspace", "effects");
    submission.putObject("input");
    return submission;
  }

  private static ObjectNode batch() {
    ObjectNode batch = body().put("agent", "clerk").put("workspace", "effects");
    batch.putObject("source").put("lines", BatchSite.items(ITEMS, i -> "item " + i));
    batch.putObject("options").put("concurrency", 1);
    return batch;
  }

  private static ObjectNode schedule(String name) {
    return submission().put("name", name).put("cron", "0 3 1 1 *").put("zone", "UTC");
  }

  private static ObjectNode trial() {
    ObjectNode trial = body().put("document", CLERK).put("workspace", "effects");
    trial.putObject("input");
    return trial;
  }

  private static ObjectNode fromTheBeginning() {
    return body().put("sequence", 1);
  }

  private static ObjectNode body() {
    return JsonNodeFactory.instance.objectNode();
  }
}
