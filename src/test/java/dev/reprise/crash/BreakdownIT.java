package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedRun;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A run that no job can carry on ends with the reason, and is not tried for ever. */
class BreakdownIT {

  private static final PostgresProcess POSTGRES = PostgresProcess.start("breakdown");
  private static final Site SITE =
      Site.named("breakdown", POSTGRES.serve(Site.FILES).with("REPRISE_MAX_ATTEMPTS", "2"));

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
  void ofAJobThatBreaksDownAgainAndAgain() {
    UUID id = SITE.submit("fickle", "nowhere");

    RecordedRun run = SITE.awaitStatus(id, "DEAD_LETTER").assertSound();

    assertThat(run.count("run.admitted")).isEqualTo(4);
    assertThat(run.last().data().path("failure").path("code").asText())
        .isEqualTo("attempts_exhausted");
    var job = SITE.awaitJob(id, "FAILED");
    assertThat(job.newestExecution().exitStatus()).isEqualTo("DEAD_LETTER");
    assertThat(job.executions()).noneMatch(Jobs.Execution::isOpen);
  }
}
