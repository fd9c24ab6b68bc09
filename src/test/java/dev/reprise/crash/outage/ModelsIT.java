package dev.reprise.crash.outage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.bean.VaryingModel;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which model answers, and what it costs, on real servers. A run continues with another model, and
 * a run that was recorded with a provider is replayed where that provider is missing.
 */
class ModelsIT {

  private static final String PRICES =
      """
      - {provider: scripted, model: free, input: 1, output: 0,
         date: 2026-11-01, source: "https://example.org/prices"}
      """;

  private final Path directory;

  ModelsIT(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void continuesWithAnotherModelAndReplaysACassetteWithoutItsProvider() throws IOException {
    Path prices = Files.writeString(directory.resolve("prices.yaml"), PRICES);
    Path cassettes = Files.createDirectory(directory.resolve("cassettes"));
    ServerOptions options =
        ServerOptions.DEFAULT
            .with("REPRISE_AGENTS_DIR", Site.agents("models").toString())
            .with("REPRISE_PRICES_FILE", prices.toString())
            .with("REPRISE_CASSETTES_DIR", cassettes.toString());
    RecordedRun recorded;
    try (var site =
        Site.named(
            "models",
            options.with("REPRISE_CASSETTES_MODE", "record").withBeans(VaryingModel.class))) {
      site.server().start();
      UUID fallsBack = site.submit("falls-back", "fallen");
      UUID varying = site.submit("recorded", "varying");

      assertFellBack(site.awaitStatus(fallsBack, "COMPLETED").assertSound());
      assertThat(site.effects("fallen")).containsExactly("put");
      assertShowsWhoIsAskedAndTheCost(site.runs().http().get("api/v1/runs/" + fallsBack));
      recorded = site.awaitStatus(varying, "COMPLETED").assertSound();
      assertThat(recorded.count("model.retrying")).isEqualTo(1);
      site.server().kill();
    }

    try (var site = Site.named("replays", options)) {
      site.server().start();
      List<UUID> runs =
          List.of(site.submit("recorded", "varying"), site.submit("recorded", "varying"));

      for (UUID run : runs) {
        RecordedRun replayed = site.awaitStatus(run, "COMPLETED").assertSound();
        assertThat(said(replayed)).isEqualTo(said(recorded));
        assertThat(replayed.count("model.retrying")).isEqualTo(1);
      }
      assertThat(site.effects("varying")).containsExactly("put", "put");
    }
  }

  /** Checks that the first phase changes models and that the second never calls the first model. */
  private static void assertFellBack(RecordedRun run) {
    assertThat(run.count("model.retrying")).isEqualTo(3);
    assertThat(run.count("model.fell-back")).isEqualTo(1);
    JsonNode fell = run.first("model.fell-back").data();
    assertThat(fell.path("failure").path("code").asText()).isEqualTo("overloaded");
    assertThat(fell.path("from").path("name").asText()).isEqualTo("busy");
    assertThat(fell.path("to").path("name").asText()).isEqualTo("free");
    assertThat(run.all("model.replied").map(reply -> reply.data().path("model")))
        .hasSize(3)
        .allSatisfy(
            model -> {
              assertThat(model.path("provider").asText()).isEqualTo("scripted");
              assertThat(model.path("name").asText()).isEqualTo("free");
            });
  }

  /** A million input tokens cost one dollar. */
  private static void assertShowsWhoIsAskedAndTheCost(JsonNode run) {
    JsonNode progress = run.path("progress");
    assertThat(progress.path("model").path("name").asText()).isEqualTo("free");
    assertThat(progress.path("cost").path("amount").decimalValue())
        .isPositive()
        .isEqualByComparingTo(
            BigDecimal.valueOf(progress.path("usage").path("inputTokens").asLong(), 6));
    assertThat(progress.path("cost").path("currency").asText()).isEqualTo("USD");
    assertThat(progress.path("cost").path("unknownCalls").asLong()).isZero();
  }

  private static List<JsonNode> said(RecordedRun run) {
    return run.all("model.replied").map(RecordedEvent::data).toList();
  }
}
