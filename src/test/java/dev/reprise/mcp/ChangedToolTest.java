package dev.reprise.mcp;

import static dev.reprise.mcp.McpFixture.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.agent.Difference;
import dev.reprise.agent.PinnedTool;
import dev.reprise.mcp.FakeServer.Manner;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.call.ToolCatalogue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tool that its server declares anew is another one to a run that keeps what it was. */
class ChangedToolTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Set<String> NEEDED = Set.of("fake__do");

  private final ToolCatalogue catalogue = ToolFixture.catalogue(List.of());
  private final Path directory;

  ChangedToolTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void differsFromTheToolThatARunPins(boolean isTold) throws Exception {
    try (var mcp =
        new McpFixture(settings("fake", FakeServer.endpoint(Manner.WELL, directory)), catalogue)
            .connected()) {
      List<PinnedTool> kept = catalogue.granted("acme", NEEDED).pins();
      Files.writeString(
          directory.resolve("schema.json"), "{\"type\": \"object\", \"required\": [\"path\"]}");

      if (isTold) {
        mcp.call("fake__do", Map.of("tell", "tools changed"));
      } else {
        ProcessHandle.of(Long.parseLong(Files.readString(directory.resolve("started")).strip()))
            .orElseThrow()
            .destroyForcibly();
      }

      await().atMost(PATIENCE).until(() -> !differences(kept).isEmpty());
      assertThat(differences(kept))
          .singleElement()
          .asString()
          .startsWith("tools.fake__do is not there: ");

      await().atMost(PATIENCE).until(() -> !mcp.server.state().quarantined().isEmpty());
      QuarantinedTool changed = mcp.server.state().quarantined().getFirst();
      assertThat(mcp.server.acknowledge("fake__do", changed.digest(), "ana")).isTrue();

      await().atMost(PATIENCE).until(() -> mcp.tools().containsKey("fake__do"));
      assertThat(differences(kept))
          .extracting(Difference::toString)
          .containsExactly("tools.fake__do takes other arguments");
    }
  }

  @Test
  void isUnchangedAfterARestartThatChangedNothing() throws Exception {
    try (var mcp =
        new McpFixture(settings("fake", FakeServer.endpoint(Manner.WELL, directory)), catalogue)
            .connected()) {
      List<PinnedTool> kept = catalogue.granted("acme", NEEDED).pins();

      ProcessHandle.of(Long.parseLong(Files.readString(directory.resolve("started")).strip()))
          .orElseThrow()
          .destroyForcibly();

      await().atMost(PATIENCE).until(() -> mcp.offers() == 2);
      assertThat(differences(kept)).isEmpty();
    }
  }

  private List<Difference> differences(List<PinnedTool> kept) {
    return catalogue.differences("acme", kept, NEEDED);
  }
}
