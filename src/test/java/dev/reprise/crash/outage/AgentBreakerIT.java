package dev.reprise.crash.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.crash.fixture.Breakers;
import dev.reprise.crash.fixture.Site;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The breaker of an agent keeps its runs queued until a trial run. */
class AgentBreakerIT {

  @Test
  void keepRunsOfAFailingAgentQueuedUntilATrialRun() {
    var options =
        Site.FILES
            .with("REPRISE_RETRY_TRANSPORT_ATTEMPTS", "1")
            .with("REPRISE_BREAKER_MODEL_FAILURES", "100")
            .with("REPRISE_BREAKER_WORKFLOW_OPEN", "PT20S");
    try (var site = Site.named("breaker-agent", options)) {
      site.server().start();
      for (int i = 0; i < 5; i++) {
        site.awaitStatus(site.submit("down", "failing"), "FAILED");
      }

      UUID sixth = site.submit("down", "resting");
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> reason(site, sixth), "agent_rests_until"::equals);

      assertThat(Breakers.of(site, "workflow/down").path("state").asText()).isEqualTo("OPEN");
      assertThat(Breakers.of(site, "workflow/steps").path("state").asText()).isEqualTo("CLOSED");
      assertThat(site.runs().read(sixth).count("run.admitted")).isZero();
      site.awaitStatus(sixth, "FAILED"); // the trial run
      assertThat(Breakers.of(site, "workflow/down").path("failures").asInt()).isEqualTo(6);

      Breakers.reset(site, "workflow/down");
      assertThat(Breakers.of(site, "workflow/down").path("state").asText()).isEqualTo("CLOSED");
    }
  }

  private static String reason(Site site, UUID run) {
    return site.runs().http().get("api/v1/runs/" + run).path("queue").path("reason").asText();
  }
}
