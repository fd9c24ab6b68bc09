package dev.reprise.crash.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.crash.fixture.Jobs;
import dev.reprise.crash.fixture.Site;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An operator stops a job in the instant in which it releases its run by itself: a trigger of the
 * database holds the job at a write, so that the stop comes before or after what it decides.
 */
@Tag("postgresql")
class RunStopDuringReleaseIT {

  private static final int LOCK = 43;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final PostgresProcess POSTGRES = PostgresProcess.start("stop-run");
  private static final Site SITE =
      Site.named(
          "stop-run",
          POSTGRES.serve(
              ServerOptions.DEFAULT
                  .with("REPRISE_AGENTS_DIR", Site.agents("people").toString())
                  .with("REPRISE_DISPATCH_AS_JOBS", "always")));

  @BeforeAll
  static void start() throws SQLException {
    SITE.server().start();
    execute(
        """
        CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock_shared(%d); RETURN NEW; END'"""
            .formatted(LOCK));
  }

  @AfterAll
  static void close() {
    SITE.close();
    POSTGRES.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          it has recorded why the run waits, and not yet decided | INSERT ON event  | NEW.type = 'tool-call.deferred'
          it has decided that the run waits, and not yet written | UPDATE ON run    | OLD.status = 'RUNNING' AND NEW.status = 'WAITING'
          """)
  void aRunWhoseJobIsStoppedIsPaused(String when, String write, String condition)
      throws SQLException {
    execute(
        "CREATE OR REPLACE TRIGGER hold BEFORE %s FOR EACH ROW WHEN (%s) EXECUTE FUNCTION hold()"
            .formatted(write, condition));
    UUID id;
    try (Connection connection = POSTGRES.database().getConnection()) {
      execute(connection, "SELECT pg_advisory_lock(%d)".formatted(LOCK));
      id = SITE.submit("slow", "effects");
      Jobs jobs = SITE.jobs();
      await().atMost(PATIENCE).until(RunStopDuringReleaseIT::isHeld);
      long job = jobs.newest(id).id();
      var stop = CompletableFuture.runAsync(() -> jobs.stop(job));
      await()
          .atMost(PATIENCE)
          .until(() -> jobs.get(job).newestExecution().status(), "STOPPING"::equals);
      execute(connection, "SELECT pg_advisory_unlock(%d)".formatted(LOCK));
      stop.join();
    } finally {
      execute("DROP TRIGGER hold ON " + write.substring(write.lastIndexOf(' ') + 1));
    }

    RecordedRun paused = SITE.awaitStatus(id, "PAUSED").assertSound();
    assertThat(paused.last().type()).as(when).isEqualTo("run.paused");
    assertThat(paused.last().data().path("by").asText()).isEqualTo("batch administration");
    assertThat(SITE.awaitJob(id, "STOPPED").newestExecution().status()).isEqualTo("STOPPED");
    await()
        .during(Duration.ofSeconds(3))
        .atMost(PATIENCE)
        .until(() -> SITE.runs().status(id), "PAUSED"::equals);
  }

  private static boolean isHeld() throws SQLException {
    try (Connection connection = POSTGRES.database().getConnection();
        Statement statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")) {
      rows.next();
      return rows.getInt(1) > 0;
    }
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = POSTGRES.database().getConnection()) {
      execute(connection, sql);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
