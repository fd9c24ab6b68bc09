package dev.reprise.execution.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.platform.jdbc.Database;
import jakarta.batch.runtime.BatchStatus;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be done to the batch runtime's tables in every database. */
abstract class JobTablesContract {

  private static final List<String> TABLES =
      List.of(
          "GROUPASSOCIATION",
          "STEPTHREADINSTANCE",
          "REMOTABLEPARTITION",
          "STEPTHREADEXECUTION",
          "JOBPARAMETER",
          "JOBEXECUTION",
          "JOBINSTANCE");

  private final UUID run = UUID.randomUUID();
  private final UUID other = UUID.randomUUID();
  private JobTables store;

  abstract DataSource database();

  /** Returns the schema of the tables, with a dot. */
  abstract String schema();

  @BeforeEach
  void noJobs() throws SQLException {
    store = new JobTables(new Database(database()));
    execute("UPDATE $STEPTHREADEXECUTION SET fk_toplvl_stepexecid = NULL");
    for (String table : TABLES) {
      execute("DELETE FROM $" + table);
    }
  }

  @Test
  void findsTheExecutionsOfRuns() throws SQLException {
    job(1, 11, run, BatchStatus.COMPLETED);
    job(2, 12, other, BatchStatus.STARTED);

    assertThat(store.executionsOf(List.of(run)))
        .containsExactly(new JobTables.RunExecution(run, 1, BatchStatus.COMPLETED));
    assertThat(store.executionsOf(List.of(run, other)))
        .contains(new JobTables.RunExecution(other, 2, BatchStatus.STARTED))
        .extracting(JobTables.RunExecution::isOpen)
        .containsExactlyInAnyOrder(false, true);
    assertThat(store.executionsOf(List.of(UUID.randomUUID()))).isEmpty();
    assertThat(store.executionsOf(List.of())).isEmpty();
  }

  @Test
  void removesAJobWithAllThatBelongsToItAndNoOther() throws SQLException {
    job(1, 11, run, BatchStatus.STOPPED);
    execution(1, 12, run, BatchStatus.COMPLETED);
    job(2, 13, other, BatchStatus.COMPLETED);

    assertThat(store.erase(run, 1)).isTrue();

    assertThat(store.executionsOf(List.of(run))).isEmpty();
    assertThat(store.executionsOf(List.of(other))).hasSize(1);
    for (String table : TABLES) {
      assertThat(count(table)).as(table).isEqualTo(table.equals("STEPTHREADEXECUTION") ? 2 : 1);
    }
  }

  @Test
  void givesAJobItsOperationGroupOnce() throws SQLException {
    job(1, 11, run, BatchStatus.STARTED);
    execute("DELETE FROM $GROUPASSOCIATION");

    store.assign(1, "group:here/batch-admins");
    store.assign(1, "group:here/batch-admins");
    store.assign(2, "group:here/batch-admins"); // kept in memory

    assertThat(count("GROUPASSOCIATION")).isEqualTo(1);
  }

  @Test
  void keepsAJobThatAnOperatorAlsoGaveToAnotherRun() throws SQLException {
    job(1, 11, run, BatchStatus.COMPLETED);
    execution(1, 12, other, BatchStatus.COMPLETED);

    assertThat(store.erase(run, 1)).isFalse();

    assertThat(store.executionsOf(List.of(run, other))).hasSize(2);
  }

  @Test
  void endsExecutionsThatNoServerOwns() throws SQLException {
    job(1, 11, run, BatchStatus.STOPPED);
    execution(1, 12, run, BatchStatus.STARTING);
    job(2, 13, other, BatchStatus.STARTING);
    execute("UPDATE $JOBEXECUTION SET serverid = 'a server' WHERE jobexecid = 13");

    assertThat(store.failUnowned(Instant.now().minusSeconds(3600))).isZero();
    assertThat(store.failUnowned(Instant.now().plusSeconds(3600))).isEqualTo(1);

    assertThat(store.executionsOf(List.of(run)))
        .extracting(JobTables.RunExecution::status)
        .containsExactlyInAnyOrder(BatchStatus.STOPPED, BatchStatus.FAILED);
    assertThat(store.executionsOf(List.of(other))).allMatch(JobTables.RunExecution::isOpen);
    assertThat(number("SELECT batchstatus FROM $JOBINSTANCE WHERE jobinstanceid = 1"))
        .as("the job, which may be started again")
        .isEqualTo(JobTables.STATUSES.indexOf(BatchStatus.FAILED));
    assertThat(number("SELECT batchstatus FROM $JOBINSTANCE WHERE jobinstanceid = 2"))
        .isEqualTo(JobTables.STATUSES.indexOf(BatchStatus.STARTING));
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent-run", "agent-batch"})
  void removesAJobWhoseServerDiedBeforeItsFirstExecution(String xml) throws SQLException {
    var unstarted = new UnstartedJobs(new Database(database()));
    job(1, 11, run, BatchStatus.COMPLETED);
    instance(2, BatchStatus.STARTING, xml);
    execute("INSERT INTO $GROUPASSOCIATION VALUES (2, 'operators')");

    assertThat(unstarted.remove(Instant.now().minusSeconds(3600)))
        .as("one that may be about to have it")
        .isZero();
    assertThat(count("JOBINSTANCE")).isEqualTo(2);
    assertThat(unstarted.remove(Instant.now().plusSeconds(3600))).isEqualTo(1);

    assertThat(number("SELECT jobinstanceid FROM $JOBINSTANCE")).isEqualTo(1);
    assertThat(count("GROUPASSOCIATION")).isEqualTo(1);
    assertThat(unstarted.remove(Instant.now().plusSeconds(3600))).isZero();
  }

  @ParameterizedTest
  @CsvSource({"STOPPED, 5", "FAILED, 4"})
  void closesAJobWhoseServerDiedBetweenItsRestartAndTheExecution(BatchStatus before, int state)
      throws SQLException {
    var unstarted = new UnstartedJobs(new Database(database()));
    job(1, 11, run, BatchStatus.COMPLETED);
    execution(1, 12, run, before);
    restart(1);
    job(2, 13, other, BatchStatus.STOPPED);
    execution(2, 14, other, BatchStatus.STARTING);
    restart(2);

    assertThat(unstarted.close(Instant.now().minusSeconds(3600)))
        .as("one that may be about to have it")
        .isZero();
    assertThat(unstarted.close(Instant.now().plusSeconds(3600))).isEqualTo(1);

    assertThat(number("SELECT batchstatus FROM $JOBINSTANCE WHERE jobinstanceid = 1"))
        .isEqualTo(JobTables.STATUSES.indexOf(before));
    assertThat(number("SELECT instancestate FROM $JOBINSTANCE WHERE jobinstanceid = 1"))
        .as("so that it can be restarted")
        .isEqualTo(state);
    assertThat(number("SELECT batchstatus FROM $JOBINSTANCE WHERE jobinstanceid = 2"))
        .as("one that has its execution")
        .isEqualTo(JobTables.STATUSES.indexOf(BatchStatus.STARTING));
    assertThat(unstarted.close(Instant.now().plusSeconds(3600))).isZero();
  }

  /** As the runtime does, before it writes the execution. */
  private void restart(long instance) throws SQLException {
    execute(
        "UPDATE $JOBINSTANCE SET batchstatus = 0, instancestate = 0, updatetime = CURRENT_TIMESTAMP"
            + " WHERE jobinstanceid = "
            + instance);
  }

  @Test
  void keepsTheJobsOfOtherApplications() throws SQLException {
    instance(1, BatchStatus.STARTING, "billing");

    assertThat(new UnstartedJobs(new Database(database())).remove(Instant.now().plusSeconds(3600)))
        .isZero();

    assertThat(count("JOBINSTANCE")).isEqualTo(1);
  }

  private void instance(long instance, BatchStatus status, String xml) throws SQLException {
    execute(
        """
        INSERT INTO $JOBINSTANCE
          (jobinstanceid, batchstatus, createtime, instancestate, jobxmlname, numexecs)
        VALUES (%d, %d, CURRENT_TIMESTAMP, 0, '%s', 1)"""
            .formatted(instance, JobTables.STATUSES.indexOf(status), xml));
  }

  private void job(long instance, long execution, UUID of, BatchStatus status) throws SQLException {
    instance(instance, status, "agent-run");
    execute("INSERT INTO $GROUPASSOCIATION VALUES (%d, 'operators')".formatted(instance));
    execution(instance, execution, of, status);
    execute(
        """
        INSERT INTO $STEPTHREADINSTANCE (partnum, stepname, fk_jobinstanceid, fk_latest_stepexecid)
        VALUES (-1, 'phases', %d, %d)"""
            .formatted(instance, execution * 10));
  }

  private void execution(long instance, long execution, UUID of, BatchStatus status)
      throws SQLException {
    execute(
        """
        INSERT INTO $JOBEXECUTION (jobexecid, batchstatus, createtime, execnum, fk_jobinstanceid)
        VALUES (%d, %d, CURRENT_TIMESTAMP, 1, %d)"""
            .formatted(execution, JobTables.STATUSES.indexOf(status), instance));
    execute("INSERT INTO $JOBPARAMETER VALUES ('runId', '%s', %d)".formatted(of, execution));
    step(execution * 10, "NULL", execution, -1);
    step(execution * 10 + 1, Long.toString(execution * 10), execution, 0);
    execute(
        """
        INSERT INTO $REMOTABLEPARTITION (partnum, stepname, fk_jobexecutionid, fk_stepexecutionid)
        VALUES (0, 'phases', %d, %d)"""
            .formatted(execution, execution * 10 + 1));
  }

  private void step(long id, String top, long execution, int partition) throws SQLException {
    execute(
        """
        INSERT INTO $STEPTHREADEXECUTION (stepexecid, batchstatus, m_commit, m_filter, internalstatus,
          partnum, m_processskip, m_read, m_readskip, m_rollback, stepname, m_write, m_writeskip,
          fk_jobexecid, fk_toplvl_stepexecid)
        VALUES (%d, 5, 0, 0, 0, %d, 0, 0, 0, 0, 'phases', 0, 0, %d, %s)"""
            .formatted(id, partition, execution, top));
  }

  void execute(String sql) throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql.replace("$", schema() + "JBATCH_"));
    }
  }

  private int count(String table) throws SQLException {
    return number("SELECT COUNT(*) FROM $" + table);
  }

  private int number(String query) throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query.replace("$", schema() + "JBATCH_"))) {
      row.next();
      return row.getInt(1);
    }
  }
}
