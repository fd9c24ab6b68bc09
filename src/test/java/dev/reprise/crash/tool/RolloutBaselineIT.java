package dev.reprise.crash.tool;

import static java.util.stream.StreamSupport.stream;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.cli.baseline.Baselines;
import dev.reprise.crash.fixture.Site;
import dev.reprise.platform.Json;
import dev.reprise.server.CommandLine;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A run with a generated tool does the same with stored code as it did without: it is compared with
 * a baseline that the command line captured on a server where stored code does not run. With {@code
 * -Dreprise.baselines.renew=true} the baseline is captured anew.
 */
class RolloutBaselineIT {

  private static final Path BASELINE = Path.of("src/test/baselines/generated-tool.json");
  private static final String COMMAND =
      "REPRISE_ARTIFACTS_ROLLOUT=write, agents of src/test/resources/crash/generated: submit reader {}";

  @Test
  void withoutStoredCodeARunDoesWhatWasCaptured() throws Exception {
    try (Site site = site("write")) {
      UUID run = finished(site, "reader");
      if (Boolean.getBoolean(Baselines.RENEW)) {
        assertThat(baseline(site, "capture", run, "--command", COMMAND).exitCode()).isZero();
      }
      assertThat(differences(site, run)).isEmpty();
    }
  }

  @Test
  void withStoredCodeItDoesTheSameAndHasNoCodeWritten() throws Exception {
    try (Site site = site("repair")) {
      assertThat(differences(site, finished(site, "reader"))).as("the first run").isEmpty();

      UUID warm = finished(site, "reader");

      assertThat(site.runs().read(warm).has("tool-call.delegated")).isFalse();
      assertThat(differences(site, warm))
          .as("without the agent that writes code")
          .hasSize(3)
          .allMatch(it -> it.startsWith("read/1/titles: agent") && it.endsWith("is absent"));
    }
  }

  private static Site site(String rollout) throws IOException {
    Site site =
        Site.named(
            "rollout-" + rollout,
            ServerOptions.DEFAULT
                .with("REPRISE_AGENTS_DIR", Site.agents("generated").toString())
                .with("REPRISE_ARTIFACTS_ROLLOUT", rollout));
    site.server().start();
    Files.writeString(site.file("feed.json"), "{\"format1\": [\"a\", \"b\"]}");
    return site;
  }

  private static UUID finished(Site site, String agent) {
    UUID run = site.submit(agent);
    RecordedRun record = site.awaitStatus(run, "COMPLETED").assertSound();
    assertThat(record.last().data().path("output").asText()).isEqualTo("[\"a\",\"b\"]");
    return run;
  }

  private static List<String> differences(Site site, UUID run) throws Exception {
    CommandLine.Ended compared = baseline(site, "compare", run);
    assertThat(compared.errors()).isEmpty();
    return stream(Json.read(compared.output()).path("differences").spliterator(), false)
        .map(JsonNode::asText)
        .toList();
  }

  private static CommandLine.Ended baseline(Site site, String command, UUID run, String... more)
      throws IOException, InterruptedException {
    return CommandLine.run(
        Map.of("REPRISE_PASSWORD", site.server().credentials().passwordOf("operator")),
        Stream.concat(
                Stream.of(
                    "baseline",
                    "--server",
                    site.server().baseUri().toString(),
                    "--user",
                    "operator",
                    "--output",
                    "json",
                    command,
                    run.toString(),
                    BASELINE.toString()),
                Stream.of(more))
            .toArray(String[]::new));
  }
}
