package dev.reprise.crash.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.crash.fixture.Site;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedRun;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server that knows two hosts of a PostgreSQL, a primary and its standby. */
@Tag("postgresql")
class FailoverIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The wait for an answer of a standby, and an answer of the primary, on a busy machine. */
  private static final Duration ANSWERED = Duration.ofSeconds(15);

  @Test
  void worksWithThePrimaryAndContinuesOnTheStandbyThatIsPromoted() throws Exception {
    try (var primary = PostgresProcess.start("primary");
        var standby = primary.standby("standby");
        Site site =
            Site.named(
                "failover",
                primary
                    .serve(Site.FILES)
                    .with("REPRISE_DATABASE_HOSTS", standby.address() + "," + primary.address()))) {
      primary.set("synchronous_standby_names", "*"); // a commit that was answered is on both
      site.server().start();
      UUID run = site.submit("steps", "effects");
      RecordedRun before =
          site.awaitRecord(run, recorded -> recorded.has("tool-call.completed", "second", "c"));

      standby.execute("SELECT pg_wal_replay_pause()");
      UUID late = site.submit("one-slow-phase", "late");
      assertThat(site.runs().list()).as("no standby was named for reads").containsKey(late);
      standby.execute("SELECT pg_wal_replay_resume()");

      primary.crash();
      standby.execute("SELECT pg_promote()");

      site.awaitStatus(run, "COMPLETED").assertSound().assertContinues(before);
      assertThat(site.effects("effects"))
          .containsExactlyInAnyOrder(
              "first a", "second a", "second b", "second c", "second d", "third a");
    }
  }

  @Test
  void readsListsAndExportsFromTheStandby() throws Exception {
    try (var primary = PostgresProcess.start("read-primary");
        var standby = primary.standby("read-standby");
        Site site =
            Site.named(
                "read-replica",
                primary
                    .serve(Site.FILES)
                    .with(
                        "REPRISE_DATABASE_READ_HOSTS",
                        standby.address() + "," + primary.address()))) {
      site.server().start();
      UUID old = site.submit("steps", "effects");
      site.awaitStatus(old, "COMPLETED");
      await().atMost(PATIENCE).until(() -> site.runs().list().containsKey(old));

      standby.execute("SELECT pg_wal_replay_pause()");
      UUID late = site.submit("steps", "effects");
      RecordedRun complete = site.awaitStatus(late, "COMPLETED");

      assertThat(site.runs().list()).containsKey(old).doesNotContainKey(late);
      assertThat(export(site, late).lines())
          .as("what the standby lacks comes from the primary")
          .hasSize(complete.events().size() + 2);
      assertThat(export(site, old).lines().toList().getLast()).contains("\"end\"");

      standby.execute("SELECT pg_wal_replay_resume()");
      await().atMost(PATIENCE).until(() -> site.runs().list().containsKey(late));

      standby.suspend();
      UUID newest = site.submit("steps", "effects");
      Instant asked = Instant.now();
      assertThat(site.runs().list()).as("the standby does not answer").containsKey(newest);
      assertThat(Duration.between(asked, Instant.now())).isLessThan(ANSWERED);
      asked = Instant.now();
      assertThat(export(site, late).lines()).hasSize(complete.events().size() + 2);
      assertThat(Duration.between(asked, Instant.now()))
          .as("what failed is not asked again at once")
          .isLessThan(Duration.ofSeconds(2));
      standby.resume();
      standby.crash();
      assertThat(site.runs().list()).as("no standby is there").containsKeys(old, late);
    }
  }

  private static String export(Site site, UUID run) {
    return site.runs().http().as("auditor").ask("api/v1/runs/%s/export".formatted(run)).body();
  }
}
