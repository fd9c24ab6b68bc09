package dev.reprise.crash.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.mcp.NpmServers;
import dev.reprise.platform.Json;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server calls tools of a real MCP server, and is killed in the middle of a call. */
class McpIT {

  /**
   * If a server claims a run before its tools are connected again, it soon looks for them again.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(50);

  private final Path directory;

  McpIT(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void treatsACallThatAKillInterruptsAsUnknown() throws IOException {
    try (Site site = Site.named("mcp", options())) {
      site.server().start();
      UUID run = submitted(site);
      site.awaitStatus(run, "WAITING"); // for an approval: one of the MCP servers is not trusted
      assertThat(site.runs().waitingFor(run)).isEqualTo("approval");
      site.runs().say(run, "wary:approve", body());
      assertSaysWhereItsServersStand(site);
      RecordedRun before = site.awaitRecord(run, it -> it.has("tool-call.started", "only", "long"));

      site.server().kill();
      site.server().start();

      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> site.runs().unknownCalls(run).size() == 1);
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .untilAsserted(() -> site.runs().resolve(run, "long", "SUCCEEDED", "it was done"));
      await().atMost(PATIENCE).until(() -> site.runs().status(run).equals("COMPLETED"));
      RecordedRun recorded = site.runs().read(run).assertSound().assertContinues(before);
      assertThat(recorded.last().data().path("output").asText())
          .isEqualTo("Echo: hello, Echo: careful, it was done");
      assertThat(
              recorded
                  .all("tool-call.started")
                  .filter(event -> event.data().path("callId").asText().equals("long")))
          .hasSize(1);
    }
  }

  private static void assertSaysWhereItsServersStand(Site site) {
    JsonNode servers = site.runs().http().get("api/v1/mcp-servers").path("items");
    assertThat(servers.findValuesAsText("server")).containsExactly("all", "wary");
    assertThat(servers.findValuesAsText("status")).containsOnly("CONNECTED");
    assertThat(servers.get(0).path("tools").asInt()).isPositive();
    JsonNode echo = site.runs().http().get("api/v1/tools/all__echo");
    assertThat(echo.path("tags").toString()).contains("external");
    assertThat(echo.at("/terms/approval").asBoolean()).as("a trusted server's").isFalse();
    assertThat(site.runs().http().get("api/v1/tools/wary__echo").at("/terms/approval").asBoolean())
        .isTrue();
  }

  private ServerOptions options() throws IOException {
    Path servers = directory.resolve("servers.json");
    var list = JsonNodeFactory.instance.arrayNode();
    ObjectNode all = server("all").put("trusted", true);
    all.putObject("tools").putObject("trigger-long-running-operation").put("effect", "ONCE");
    list.add(all);
    list.add(server("wary"));
    Files.writeString(servers, Json.write(list));
    return ServerOptions.DEFAULT
        .with("REPRISE_AGENTS_DIR", Site.agents("mcp").toString())
        .with("REPRISE_MCP_SERVERS_FILE", servers.toString());
  }

  private static ObjectNode server(String name) {
    ObjectNode server = body().put("name", name).put("transport", "stdio");
    NpmServers.command("everything", "stdio").forEach(server.putArray("command")::add);
    return server;
  }

  /**
   * Submits a run once the agent works: until the servers of its granted tools connect, it is
   * broken.
   */
  private static UUID submitted(Site site) {
    ObjectNode submission = body().put("agent", "far").put("workspace", "effects");
    submission.putObject("input");
    JsonNode accepted =
        await()
            .atMost(PATIENCE)
            .until(
                () -> Json.read(site.runs().http().tryTo("POST", "api/v1/runs", submission).body()),
                answer -> answer.has("id"));
    return UUID.fromString(accepted.path("id").asText());
  }

  private static ObjectNode body() {
    return JsonNodeFactory.instance.objectNode();
  }
}
