package dev.reprise.crash.outage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.crash.fixture.Breakers;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.bean.HoldTool;
import dev.reprise.server.RecordedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The breaker of a tool outlives its server, and its operators see it open and close. */
class ToolBreakerIT {

  private static final String TOOL = "tool/faulty";

  @Test
  void stopCallsOfABrokenToolUntilAnOperatorResetsThem() throws IOException {
    try (var site = Site.named("breaker", Site.FILES.with("REPRISE_BREAKER_TOOL_OPEN", "PT1H"))) {
      site.server().start();
      assertThat(Breakers.of(site, TOOL).path("state").asText()).isEqualTo("CLOSED");
      String path = site.file("faulty").toString();

      RecordedRun run = site.awaitStatus(site.submit("faulty", path), "COMPLETED").assertSound();

      assertThat(site.effects("faulty")).hasSize(5);
      assertThat(run.count("tool-call.started")).isEqualTo(5);
      assertThat(codes(run)).containsOnlyOnce("breaker_open").endsWith("breaker_open").hasSize(6);
      JsonNode open = Breakers.of(site, TOOL);
      assertThat(open.path("state").asText()).isEqualTo("OPEN");
      assertThat(open.path("failures").asInt()).isEqualTo(5);
      assertThat(open.path("because").asText()).isEqualTo("unknown");
      assertThat(Instant.parse(open.path("until").asText()))
          .isEqualTo(Instant.parse(open.path("since").asText()).plus(Duration.ofHours(1)));

      site.server().kill();
      site.server().start();

      assertThat(Breakers.of(site, TOOL)).isEqualTo(open);
      run = site.awaitStatus(site.submit("faulty", path), "COMPLETED").assertSound();
      assertThat(codes(run)).containsOnly("breaker_open").hasSize(6);
      assertThat(site.effects("faulty")).hasSize(5);

      Files.createFile(HoldTool.gate(site.file("faulty")));
      Breakers.reset(site, TOOL);
      assertThat(Breakers.of(site, TOOL).path("state").asText()).isEqualTo("CLOSED");
      run = site.awaitStatus(site.submit("faulty", path), "COMPLETED").assertSound();
      assertThat(run.count("tool-call.completed")).isEqualTo(6);
      assertThat(site.effects("faulty")).hasSize(11);
    }
  }

  private static List<String> codes(RecordedRun run) {
    return run.all("tool-call.failed")
        .map(event -> event.data().path("failure").path("code").asText())
        .toList();
  }
}
