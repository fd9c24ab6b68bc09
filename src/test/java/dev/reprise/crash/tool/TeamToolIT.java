package dev.reprise.crash.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.calendar.WorkingDays;
import dev.reprise.crash.fixture.Site;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A server has the tools of beans from a jar of another team. */
class TeamToolIT {

  private static final ServerOptions TEAM =
      ServerOptions.DEFAULT
          .with("REPRISE_AGENTS_DIR", Site.agents("team").toString())
          .withLibrary(WorkingDays.class);

  @Test
  void areCalledAndRefuseInvalidArguments() {
    try (var site = Site.named("team", TEAM)) {
      site.server().start();
      UUID id = site.submit("clerk", "unused");

      RecordedRun run = site.awaitStatus(id, "COMPLETED").assertSound();

      assertThat(run.last().data().path("output").asText())
          .isEqualTo("{\"workingDays\":6,\"daysOff\":5}");
      assertThat(run.first("tool-call.failed").data().path("failure").path("message").asText())
          .isEqualTo("working_days was not run: last is before first");
    }
  }
}
