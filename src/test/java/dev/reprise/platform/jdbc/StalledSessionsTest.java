package dev.reprise.platform.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.journal.store.TestDatabases;
import dev.reprise.server.StalledSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A stalled session does not hold its locks for ever, on a real PostgreSQL. */
class StalledSessionsTest {

  private static final DataSource DATABASE = TestDatabases.postgres();
  private static final String APPLICATION =
      "PostgreSQL JDBC Driver"; // the name of this test's own sessions, too
  private static final String LOCK = "UPDATE share SET shared = shared + 1 WHERE id = ?";
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration LONG = Duration.ofSeconds(20);

  private final ExecutorService thread = Executors.newSingleThreadExecutor();

  @AfterEach
  void stop() {
    thread.shutdown();
  }

  @Test
  void endsASessionThatStoppedInTheMiddleOfAMessage() throws Exception {
    try (var stalled = StalledSession.afterChange(DATABASE, APPLICATION, LOCK, 1)) {
      Future<?> waiting = thread.submit(() -> execute("UPDATE share SET shared = 0 WHERE id = 1"));
      await()
          .during(PATIENCE.dividedBy(2))
          .atMost(LONG)
          .until(() -> !waiting.isDone() && StalledSessions.end(DATABASE, LONG).isEmpty());

      await().atMost(LONG).until(() -> StalledSessions.end(DATABASE, PATIENCE).size() == 1);

      assertThat(waiting.get()).isNull();
      assertThat(stalled.resume()).containsInstanceOf(SQLException.class);
    }
  }

  @Test
  void doesNotEndSessionsOfOtherApplications() throws Exception {
    try (var stalled = StalledSession.afterChange(DATABASE, "a report", LOCK, 1)) {
      await()
          .during(PATIENCE.multipliedBy(2))
          .atMost(LONG)
          .until(() -> StalledSessions.end(DATABASE, PATIENCE).isEmpty());

      assertThat(stalled.resume()).isEmpty();
    }
  }

  @Test
  void doesNotEndSessionsThatWorkForLong() throws Exception {
    Future<?> working = thread.submit(() -> execute("SELECT pg_sleep(4)"));
    await()
        .atMost(LONG)
        .until(
            () -> {
              assertThat(StalledSessions.end(DATABASE, PATIENCE)).isEmpty();
              return working.isDone();
            });

    assertThat(working.get()).isNull();
  }

  private static Void execute(String sql) throws SQLException {
    try (Connection connection = DATABASE.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
      return null;
    }
  }
}
