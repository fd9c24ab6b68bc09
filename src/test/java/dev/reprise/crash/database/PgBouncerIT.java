package dev.reprise.crash.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.crash.fixture.Site;
import dev.reprise.fixture.Example;
import dev.reprise.fixture.Machine;
import dev.reprise.server.PgBouncerProcess;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedRun;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * With PgBouncer in transaction mode before the database, a server migrates it, works, and
 * continues a run after a kill, with the settings that the page on deployment names.
 */
@Tag("postgresql")
class PgBouncerIT {

  @Test
  void continuesAfterAKillAndRepeatsNothing() throws Exception {
    Machine.requires(PgBouncerProcess.isInstalled(), () -> "there is no pgbouncer");
    try (var postgres = PostgresProcess.start("bounced")) {
      String limits = Example.of("deployment.md", "ALTER ROLE reprise").text();
      postgres.execute(limits.replace("reprise", "postgres"));
      try (var bouncer = PgBouncerProcess.before(postgres);
          Site site =
              Site.named(
                  "bounced",
                  postgres
                      .serve(Site.FILES)
                      .with("REPRISE_DATABASE_HOSTS", bouncer.address())
                      .with("REPRISE_DATABASE_PARAMETERS", "prepareThreshold=0"))) {
        site.server().start();
        UUID run = site.submit("steps", "effects");
        RecordedRun before =
            site.awaitRecord(run, recorded -> recorded.has("tool-call.completed", "second", "c"));
        site.server().kill();

        site.server().start();

        site.awaitStatus(run, "COMPLETED").assertSound().assertContinues(before);
        assertThat(site.effects("effects"))
            .containsExactlyInAnyOrder(
                "first a", "second a", "second b", "second c", "second d", "third a");
        assertThat(site.server().lastLines()).doesNotContain("prepared statement");
      }
    }
  }
}
