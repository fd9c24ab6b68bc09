package dev.reprise.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.execution.tool.EngineBench;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.mcp.FakeServer.Manner;
import dev.reprise.mcp.settings.McpServerSettings;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.policy.ToolPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls of MCP servers are made again like those of other tools, where an operator wants it. */
@Timeout(60)
class RetriedMcpCallTest {

  private final Path directory;

  RetriedMcpCallTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void isRetriedByAnOperatorsRule() throws Exception {
    Path rules = directory.resolve("tools.yaml");
    Files.writeString(rules, "- {category: mcp, approval: never, retry: {attempts: 3}}");

    List<RunEvent> events = work(ToolFixture.policy(rules));

    assertThat(all(events, ToolCallEvent.Retrying.class))
        .singleElement()
        .satisfies(retry -> assertThat(retry.failure().code()).isEqualTo("stream_reset"));
    assertThat(all(events, ToolCallEvent.Completed.class))
        .singleElement()
        .satisfies(done -> assertThat(done.content()).contains("at last"));
  }

  @Test
  void isNotRetriedWithoutARule() throws Exception {
    Path rules = directory.resolve("tools.yaml");
    Files.writeString(rules, "- {category: mcp, approval: never}");

    List<RunEvent> events = work(ToolFixture.policy(rules));

    assertThat(all(events, ToolCallEvent.Retrying.class)).isEmpty();
    assertThat(all(events, ToolCallEvent.Failed.class)).hasSize(1);
  }

  private List<RunEvent> work(ToolPolicy policy) throws InterruptedException {
    var settings =
        new McpServerSettings(
            "fake",
            FakeServer.endpoint(Manner.DIES_IN_ITS_FIRST_CALL, directory),
            false,
            EffectClass.READ_ONLY,
            Duration.ofSeconds(30),
            ToolDeclaration.RESULT_LIMIT,
            Map.of());
    var catalogue = ToolFixture.catalogue(List.of());
    try (var mcp = new McpFixture(settings, catalogue).connected();
        var bench = new EngineBench(new ScriptedModel(), catalogue, policy, () -> 0)) {
      return bench.work(agent(mcp.tool("fake__do").declaration().name()));
    }
  }

  private static AgentDefinition agent(String tool) {
    var script =
        new JsonValue(
            "{\"script\": {\"only\": [{\"calls\": [{\"tool\": \"fake__do\"}]}, {\"text\": \"done\"}]}}");
    return Agents.agent("clerk").model(Agents.scripted(script)).phase("only", tool).build();
  }

  private static <T extends RunEvent> List<T> all(List<RunEvent> events, Class<T> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }
}
