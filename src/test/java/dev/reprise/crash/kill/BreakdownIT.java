package dev.reprise.crash.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.crash.fixture.Jobs;
import dev.reprise.crash.fixture.Site;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedRun;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * If no job can carry on a run, the run ends with the reason; the server does not retry it forever.
 */
@Tag("postgresql")
class BreakdownIT {

  private static final PostgresProcess POSTGRES = PostgresProcess.start("breakdown");
  private static final Site SITE =
      Site.named(
          "breakdown", POSTGRES.serve(Site.FILES).with("REPRISE_RETRY_WORKFLOW_ATTEMPTS", "2"));

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @AfterAll
  static void close() {
    SITE.close();
    POSTGRES.close();
  }

  @Test
  void givesUpARunWhoseJobKeepsBreakingDown() {
    UUID id = SITE.submit("fickle", "nowhere");

    RecordedRun run = SITE.awaitStatus(id, "DEAD_LETTER").assertSound();

    assertThat(run.count("run.broke-down")).isEqualTo(2);
    assertThat(run.count("run.admitted")).isEqualTo(3);
    String fault = "told before, and null (fault ";
    assertThat(run.first("run.broke-down").data().path("failure").path("message").asText())
        .startsWith(fault);
    var failure = run.last().data().path("failure");
    assertThat(failure.path("code").asText()).isEqualTo("attempts_exhausted");
    assertThat(failure.path("message").asText())
        .startsWith("it broke down 2 times without a step forward")
        .contains("broke_down: " + fault);
    var job = SITE.awaitJob(id, "FAILED");
    assertThat(job.newestExecution().exitStatus()).isEqualTo("DEAD_LETTER");
    assertThat(job.executions()).noneMatch(Jobs.Execution::isOpen);
  }
}
