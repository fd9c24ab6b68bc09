package dev.reprise.api.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.GeneratedTool;
import dev.reprise.artifact.FeedReader;
import dev.reprise.platform.Json;
import dev.reprise.server.CommandLine;
import dev.reprise.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Generated tools are maintained from the command line. */
class ArtifactsCommandIT {

  private final GeneratedTool tool = GeneratedTool.named("m-" + UUID.randomUUID());

  @Test
  void maintainsATool(@TempDir Path directory) throws IOException, InterruptedException {
    Path file = directory.resolve("tool.json");
    Files.writeString(file, tool.document("return input.titles"));
    assertThat(tool("import", file.toString()).path("stage").asText()).isEqualTo("STAGED");
    assertThat(decided("promote")).isEqualTo("CANARY");
    assertThat(decided("regenerate")).isEqualTo("ARCHIVED");
    assertThat(decided("restore")).isEqualTo("CANARY");
    assertThat(decided("quarantine")).isEqualTo("QUARANTINED");
    assertThat(tool("bless", "--reason", "fine", "--reset-metrics").path("stage").asText())
        .isEqualTo("STAGED");
    assertThat(decided("archive")).isEqualTo("ARCHIVED");

    assertThat(lines("changes", FeedReader.KEY.role(), tool.method()))
        .extracting(it -> it.path("action").asText())
        .containsExactly(
            "archived", "blessed", "quarantined", "restored", "outdated", "promoted", "imported");
    assertThat(lines("list", "--stage", "ARCHIVED"))
        .extracting(it -> it.path("method").asText())
        .contains(tool.method());
    String exported = run("export", FeedReader.KEY.role(), tool.method()).output();
    assertThat(Json.read(exported).at("/generations/0/program/code").asText())
        .isEqualTo("return input.titles");
  }

  @Test
  void listsWhatIsNotCalledAndHowCallsEnd() throws IOException, InterruptedException {
    for (String action : List.of("archive-unused", "prune")) {
      assertThat(lines(action)).noneMatch(it -> it.path("method").asText().equals(tool.method()));
    }
    assertThat(run("trends", "--days", "7").exitCode()).isZero();
  }

  @Test
  void saysWhatIsWrong() throws IOException, InterruptedException {
    CommandLine.Ended unknown = run("promote", "feed_reader", tool.method(), "--reason", "x");
    assertThat(unknown.exitCode()).isEqualTo(3);
    assertThat(unknown.errors()).contains("404 not-found");
    assertThat(run("promote", "feed_reader", "titles").exitCode()).isEqualTo(2);
    CommandLine.Ended wrong = run("import", "feed_reader", tool.method(), "pom.xml");
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.errors()).isNotBlank().doesNotContain("\tat ");
  }

  private String decided(String action) throws IOException, InterruptedException {
    return tool(action, "--reason", "for a test").path("stage").asText();
  }

  private JsonNode tool(String action, String... more) throws IOException, InterruptedException {
    return lines(
            Stream.concat(Stream.of(action, FeedReader.KEY.role(), tool.method()), Stream.of(more))
                .toArray(String[]::new))
        .getFirst();
  }

  private static List<JsonNode> lines(String... arguments)
      throws IOException, InterruptedException {
    CommandLine.Ended ended = run(arguments);
    assertThat(ended.exitCode()).as("%s", ended).isZero();
    return ended.output().lines().map(Json::read).toList();
  }

  private static CommandLine.Ended run(String... arguments)
      throws IOException, InterruptedException {
    return CommandLine.run(
        Map.of("REPRISE_PASSWORD", TestServer.credentials().passwordOf("admin")),
        Stream.concat(
                Stream.of("artifacts", "--server", TestServer.http().toString()),
                Stream.of(arguments))
            .toArray(String[]::new));
  }
}
