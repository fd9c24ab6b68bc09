package dev.reprise.execution.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.store.TestDatabases;
import dev.reprise.operations.retention.ErasedRun;
import dev.reprise.operations.retention.RunEraser;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.queue.row.Erasing;
import jakarta.batch.runtime.BatchStatus;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nothing is left of erased runs in the end, wherever the cleanup was cut off. */
class ErasedRunCleanupTest {

  private static final Clock SOON = Clock.systemUTC();
  private static final Clock THE_DAY_AFTER = Clock.offset(SOON, Duration.ofHours(25));

  /** In the order of the references; other tests of this JVM leave their rows. */
  private static final List<String> TABLES =
      List.of(
          "event",
          "erasure",
          "jbatch_groupassociation",
          "jbatch_stepthreadinstance",
          "jbatch_remotablepartition",
          "jbatch_stepthreadexecution",
          "jbatch_jobparameter",
          "jbatch_jobexecution",
          "jbatch_jobinstance");

  private final DataSource database = TestDatabases.postgres();
  private final RunEraser erasures = new Erasing(database).erasures();
  private final UUID run = UUID.randomUUID();
  private final UUID living = UUID.randomUUID();

  @BeforeEach
  void anErasedRunWithAJob() throws SQLException {
    execute("UPDATE jbatch_stepthreadexecution SET fk_toplvl_stepexecid = NULL");
    for (String table : TABLES) {
      execute("DELETE FROM " + table);
    }
    execute(
        "INSERT INTO erasure (run_id, tenant, erased_at) VALUES (?, 'default', CURRENT_TIMESTAMP)",
        run);
    for (UUID each : List.of(run, living)) {
      event(each);
      job(each, BatchStatus.COMPLETED);
    }
  }

  @Test
  void removesRecordAndJobAndTheNoteItself() throws SQLException {
    leftovers(SOON).remove(() -> false);

    assertThat(events(run)).isZero();
    assertThat(new JobTables(new Database(database)).executionsOf(List.of(run))).isEmpty();
    assertThat(noted()).isEmpty();
    assertThat(events(living)).isEqualTo(1);
    assertThat(new JobTables(new Database(database)).executionsOf(List.of(living))).hasSize(1);
  }

  @Test
  void continuesWhereverItWasCutOff() throws SQLException {
    TestDatabases.erasure(database).erase(run); // and here the server crashed
    leftovers(SOON).remove(() -> false);
    assertThat(noted()).isEmpty();

    execute(
        "INSERT INTO erasure (run_id, tenant, erased_at) VALUES (?, 'default', CURRENT_TIMESTAMP)",
        run); // it crashed before it removed this row
    leftovers(SOON).remove(() -> false);
    assertThat(noted()).isEmpty();
  }

  @Test
  void leavesAnOpenJobUntilItEndsAndNoLongerThanADay() throws SQLException {
    execute("UPDATE jbatch_jobexecution SET batchstatus = 1");

    leftovers(SOON).remove(() -> false);
    assertThat(events(run)).isZero();
    assertThat(new JobTables(new Database(database)).executionsOf(List.of(run))).hasSize(1);
    assertThat(noted()).containsExactly(run);

    leftovers(THE_DAY_AFTER).remove(() -> false);
    assertThat(new JobTables(new Database(database)).executionsOf(List.of(run))).isEmpty();
    assertThat(noted()).isEmpty();
    assertThat(new JobTables(new Database(database)).executionsOf(List.of(living))).hasSize(1);
  }

  @Test
  void leavesTheRestForLaterWhenTheServerStops() throws SQLException {
    leftovers(SOON).remove(() -> true);

    assertThat(noted()).containsExactly(run);
    assertThat(events(run)).isEqualTo(1);
  }

  private ErasedRunCleanup leftovers(Clock clock) {
    return new ErasedRunCleanup(
        erasures,
        TestDatabases.erasure(database),
        new JobTables(new Database(database)),
        new UnstartedJobs(new Database(database)),
        TestDatabases.blobSweep(database),
        clock);
  }

  private List<UUID> noted() {
    return erasures.leftovers(Optional.empty(), 10).stream().map(ErasedRun::run).toList();
  }

  private void event(UUID of) throws SQLException {
    execute(
        """
        INSERT INTO event (run_id, sequence, tenant, epoch, type, version, recorded_at, payload, hash,
                           seal_key, cipher_key, blob)
        VALUES (?, 1, 'default', 0, 'run.completed', 1, CURRENT_TIMESTAMP, '{}', '', '', '', '')""",
        of);
  }

  private void job(UUID of, BatchStatus status) throws SQLException {
    execute(
        """
        WITH job AS (
          INSERT INTO jbatch_jobinstance (batchstatus, createtime, instancestate, numexecs)
          VALUES (5, CURRENT_TIMESTAMP, 6, 1) RETURNING jobinstanceid),
        execution AS (
          INSERT INTO jbatch_jobexecution (batchstatus, createtime, execnum, fk_jobinstanceid)
          SELECT %d, CURRENT_TIMESTAMP, 1, jobinstanceid FROM job RETURNING jobexecid)
        INSERT INTO jbatch_jobparameter (name, value, fk_jobexecid)
        SELECT 'runId', ?, jobexecid FROM execution"""
            .formatted(JobTables.STATUSES.indexOf(status)),
        of);
  }

  private int events(UUID of) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement =
            connection.prepareStatement("SELECT COUNT(*) FROM event WHERE run_id = ?")) {
      statement.setString(1, of.toString());
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getInt(1);
      }
    }
  }

  private void execute(String sql, UUID... runs) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < runs.length; i++) {
        statement.setString(i + 1, runs[i].toString());
      }
      statement.executeUpdate();
    }
  }
}
