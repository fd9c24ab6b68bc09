package dev.reprise.execution.job;

import jakarta.batch.runtime.BatchStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * The tables in which the batch runtime stores jobs, for two things that it does not offer from
 * inside: to remove a job, and to end one that it has lost. {@code JobOperator} can do neither.
 * Liberty's REST interface can remove jobs but needs a person's password, so this class does what
 * its {@code purgeJobStoreOnly} does.
 *
 * <p>Jobs are found by their parameter {@code runId}. If the runtime stores jobs in memory, the
 * tables are absent or empty.
 */
@ApplicationScoped
class BatchJobTables {

  /** The statuses by their numbers in the tables. */
  static final List<BatchStatus> STATUSES =
      List.of(
          BatchStatus.STARTING,
          BatchStatus.STARTED,
          BatchStatus.STOPPING,
          BatchStatus.STOPPED,
          BatchStatus.FAILED,
          BatchStatus.COMPLETED,
          BatchStatus.ABANDONED);

  /** Both spellings: Derby stores names in upper case, PostgreSQL in lower case. */
  private static final List<String> TABLES = List.of("JBATCH_JOBPARAMETER", "jbatch_jobparameter");

  /** Other runs that an operator gave a job to: the job is also theirs. */
  private static final String SHARED =
      """
      SELECT p.value FROM $JBATCH_JOBPARAMETER p
        JOIN $JBATCH_JOBEXECUTION e ON e.jobexecid = p.fk_jobexecid
      WHERE e.fk_jobinstanceid = ? AND p.name = 'runId' AND p.value <> ?""";

  private static final String ITS_EXECUTIONS =
      "(SELECT jobexecid FROM $JBATCH_JOBEXECUTION WHERE fk_jobinstanceid = ?)";

  /** In the order of the references: rows before those that they refer to. */
  private static final List<String> ERASE =
      List.of(
          "DELETE FROM $JBATCH_GROUPASSOCIATION WHERE fk_jobinstanceid = ?",
          "DELETE FROM $JBATCH_STEPTHREADINSTANCE WHERE fk_jobinstanceid = ?",
          "DELETE FROM $JBATCH_REMOTABLEPARTITION WHERE fk_jobexecutionid IN " + ITS_EXECUTIONS,
          "DELETE FROM $JBATCH_STEPTHREADEXECUTION WHERE fk_toplvl_stepexecid IS NOT NULL"
              + " AND fk_jobexecid IN "
              + ITS_EXECUTIONS,
          "DELETE FROM $JBATCH_STEPTHREADEXECUTION WHERE fk_jobexecid IN " + ITS_EXECUTIONS,
          "DELETE FROM $JBATCH_JOBPARAMETER WHERE fk_jobexecid IN " + ITS_EXECUTIONS,
          "DELETE FROM $JBATCH_JOBEXECUTION WHERE fk_jobinstanceid = ?",
          "DELETE FROM $JBATCH_JOBINSTANCE WHERE jobinstanceid = ?");

  /** A job whose server died before it was assigned is assigned when it starts again. */
  private static final String ASSIGN =
      """
      INSERT INTO $JBATCH_GROUPASSOCIATION (fk_jobinstanceid, groupnames)
        SELECT j.jobinstanceid, CAST(? AS VARCHAR(255)) FROM $JBATCH_JOBINSTANCE j
        WHERE j.jobinstanceid = ? AND NOT EXISTS
          (SELECT 1 FROM $JBATCH_GROUPASSOCIATION g WHERE g.fk_jobinstanceid = j.jobinstanceid)""";

  /** The numbers of FAILED as the status of a job or an execution, and as the state of a job. */
  private static final int FAILED = 4;

  /**
   * The runtime writes an execution before it records its server, and after a start it ends those
   * of its server. A server that is killed between the two leaves an execution without owner.
   */
  private static final String UNOWNED =
      "batchstatus = 0 AND (serverid IS NULL OR serverid = '') AND createtime < ?";

  private static final String FAIL_JOBS =
      """
      UPDATE $JBATCH_JOBINSTANCE
        SET batchstatus = %1$d, instancestate = %1$d, exitstatus = 'FAILED'
      WHERE jobinstanceid IN (SELECT fk_jobinstanceid FROM $JBATCH_JOBEXECUTION WHERE %2$s)"""
          .formatted(FAILED, UNOWNED);

  private static final String FAIL_EXECUTIONS =
      """
      UPDATE $JBATCH_JOBEXECUTION
        SET batchstatus = %d, exitstatus = 'FAILED', endtime = CURRENT_TIMESTAMP
      WHERE %s"""
          .formatted(FAILED, UNOWNED);

  private DataSource database;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  BatchJobTables() {}

  @Inject
  BatchJobTables(DataSource database) {
    this.database = database;
  }

  /**
   * Returns the jobs of these runs, once for each start or restart of a job.
   *
   * @throws SQLException if the database fails
   */
  List<Job> of(Collection<UUID> runs) throws SQLException {
    try (Connection connection = database.getConnection()) {
      Optional<String> schema = schema(connection);
      if (runs.isEmpty() || schema.isEmpty()) {
        return List.of();
      }
      String jobs =
          """
          SELECT p.value AS run, e.fk_jobinstanceid AS job, e.batchstatus AS status
          FROM $JBATCH_JOBPARAMETER p
            JOIN $JBATCH_JOBEXECUTION e ON e.jobexecid = p.fk_jobexecid
          WHERE p.name = 'runId' AND p.value IN (%s)"""
              .formatted(String.join(", ", Collections.nCopies(runs.size(), "?")));
      try (PreparedStatement statement = connection.prepareStatement(in(schema.get(), jobs))) {
        int index = 1;
        for (UUID run : runs) {
          statement.setString(index++, run.toString());
        }
        return jobs(statement);
      }
    }
  }

  private static List<Job> jobs(PreparedStatement statement) throws SQLException {
    List<Job> jobs = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        jobs.add(
            new Job(
                UUID.fromString(rows.getString("run")),
                rows.getLong("job"),
                STATUSES.get(rows.getInt("status"))));
      }
    }
    return jobs;
  }

  /**
   * Removes a job with all its executions, unless it was also another run's.
   *
   * @throws SQLException if the database fails; then nothing was removed
   */
  void erase(Job job) throws SQLException {
    try (Connection connection = database.getConnection()) {
      String schema = schema(connection).orElseThrow();
      connection.setAutoCommit(false);
      try {
        if (!isShared(connection, schema, job)) {
          for (String sql : ERASE) {
            try (PreparedStatement statement = connection.prepareStatement(in(schema, sql))) {
              statement.setLong(1, job.id());
              statement.executeUpdate();
            }
          }
        }
        connection.commit();
      } catch (SQLException | RuntimeException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    }
  }

  /**
   * Assigns a job to an operation group, whose members may act on it in the batch administration.
   * The runtime itself assigns only jobs that come by a message. Jobs in memory have no group.
   *
   * @throws SQLException if the database fails
   */
  void assign(long job, String group) throws SQLException {
    try (Connection connection = database.getConnection()) {
      Optional<String> schema = schema(connection);
      if (schema.isEmpty()) {
        return;
      }
      try (PreparedStatement statement = connection.prepareStatement(in(schema.get(), ASSIGN))) {
        statement.setString(1, group);
        statement.setLong(2, job);
        statement.executeUpdate();
      }
    }
  }

  /**
   * Ends executions from before this time that no server owns, as the runtime ends those that died
   * with their server.
   *
   * @return how many
   * @throws SQLException if the database fails; then none was ended
   */
  int failUnowned(Instant before) throws SQLException {
    try (Connection connection = database.getConnection()) {
      Optional<String> schema = schema(connection);
      if (schema.isEmpty()) {
        return 0;
      }
      connection.setAutoCommit(false);
      try {
        update(connection, in(schema.get(), FAIL_JOBS), before);
        int failed = update(connection, in(schema.get(), FAIL_EXECUTIONS), before);
        connection.commit();
        return failed;
      } catch (SQLException | RuntimeException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    }
  }

  private static int update(Connection connection, String sql, Instant before) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setTimestamp(1, Timestamp.from(before));
      return statement.executeUpdate();
    }
  }

  private static boolean isShared(Connection connection, String schema, Job job)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(in(schema, SHARED))) {
      statement.setLong(1, job.id());
      statement.setString(2, job.run().toString());
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next();
      }
    }
  }

  /** Returns the schema of the tables, if they exist. */
  static Optional<String> schema(Connection connection) throws SQLException {
    for (String table : TABLES) {
      try (ResultSet found = connection.getMetaData().getTables(null, null, table, null)) {
        if (found.next()) {
          return Optional.of(found.getString("TABLE_SCHEM"));
        }
      }
    }
    return Optional.empty();
  }

  static String in(String schema, String sql) {
    return sql.replace("$", schema + ".");
  }

  /**
   * A job of a run.
   *
   * @param status of one of its executions
   */
  record Job(UUID run, long id, BatchStatus status) {

    boolean isOpen() {
      return switch (status) {
        case STARTING, STARTED, STOPPING -> true;
        case STOPPED, FAILED, COMPLETED, ABANDONED -> false;
      };
    }
  }
}
