package dev.reprise.crash.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.crash.fixture.Jobs;
import dev.reprise.crash.fixture.Site;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.StalledSession;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On PostgreSQL, selected by configuration alone, a run survives a kill as it does on Derby. */
@Tag("postgresql")
class PostgresIT {

  @Test
  void continuesAfterAKillAndRepeatsNothing() {
    try (var postgres = PostgresProcess.start("postgres");
        Site site = Site.named("postgres", postgres.serve(Site.FILES))) {
      site.server().start();
      UUID run = site.submit("steps", "effects");
      RecordedRun before =
          site.awaitRecord(
              run,
              recorded ->
                  recorded.has("tool-call.completed", "second", "b")
                      && recorded.has("tool-call.completed", "second", "c"));
      site.server().kill();

      site.server().start();

      site.awaitStatus(run, "COMPLETED").assertSound().assertContinues(before);
      assertThat(site.effects("effects"))
          .containsExactlyInAnyOrder(
              "first a", "second a", "second b", "second c", "second d", "third a");
      assertThat(site.awaitJob(run, "COMPLETED").executions())
          .extracting(Jobs.Execution::status)
          .containsExactly("COMPLETED", "FAILED");
    }
  }

  @Test
  void continuesThoughAnotherServerStallsInTheMiddleOfAMessage() throws Exception {
    try (var postgres = PostgresProcess.start("postgres-standstill");
        Site site = Site.named("standstill", postgres.serve(Site.FILES))) {
      site.server().start();
      UUID run = site.submit("steps", "effects");
      try (var stalled =
          StalledSession.afterChange(
              postgres.database(),
              "reprise",
              "UPDATE run SET updated_at = updated_at WHERE id = ?",
              run.toString())) {

        site.awaitStatus(run, "COMPLETED").assertSound();

        assertThat(stalled.resume()).containsInstanceOf(SQLException.class);
      }
      assertThat(site.server().lastLines()).contains("their locks released");
    }
  }
}
