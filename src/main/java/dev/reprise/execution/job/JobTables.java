package dev.reprise.execution.job;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.Row;
import jakarta.batch.runtime.BatchStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The tables in which the batch runtime stores jobs, for two things that it does not offer from
 * inside: to remove a job, and to end one that it has lost. {@code JobOperator} can do neither.
 * Liberty's REST interface can remove jobs but needs a person's password, so this class does what
 * its {@code purgeJobStoreOnly} does.
 *
 * <p>Jobs are found by their parameter {@code runId}. If the runtime stores jobs in memory, the
 * tables are empty.
 *
 * <p>Methods throw {@link DatabaseException} if the database fails; then nothing was changed.
 */
@ApplicationScoped
class JobTables {

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

  /**
   * One of the tables, in both spellings: Derby stores names in upper case, PostgreSQL in lower
   * case.
   */
  private static final List<String> PROBE_TABLE_NAMES =
      List.of("JBATCH_JOBPARAMETER", "jbatch_jobparameter");

  /** Other runs that an operator restarted the same job for: the job is also theirs. */
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

  private static final int STARTING = number(BatchStatus.STARTING);

  private static final int FAILED = number(BatchStatus.FAILED);

  /** The state of a job has numbers of its own; this is that of FAILED. */
  private static final int FAILED_STATE = 4;

  /**
   * The runtime writes an execution before it records its server, and after a start it ends those
   * of its server. A server that is killed between the two leaves an execution without owner.
   */
  private static final String UNOWNED =
      "batchstatus = %d AND (serverid IS NULL OR serverid = '') AND createtime < ?"
          .formatted(STARTING);

  private static final String FAIL_JOBS =
      """
      UPDATE $JBATCH_JOBINSTANCE
        SET batchstatus = %d, instancestate = %d, exitstatus = 'FAILED'
      WHERE jobinstanceid IN (SELECT fk_jobinstanceid FROM $JBATCH_JOBEXECUTION WHERE %s)"""
          .formatted(FAILED, FAILED_STATE, UNOWNED);

  private static final String FAIL_EXECUTIONS =
      """
      UPDATE $JBATCH_JOBEXECUTION
        SET batchstatus = %d, exitstatus = 'FAILED', endtime = CURRENT_TIMESTAMP
      WHERE %s"""
          .formatted(FAILED, UNOWNED);

  private final Database database;
  private volatile Optional<String> located = Optional.empty(); // tables do not move

  @Inject
  JobTables(Database database) {
    this.database = database;
  }

  /** Returns the executions of these runs' jobs: one for each start or restart of a job. */
  List<RunExecution> executionsOf(Collection<UUID> runs) {
    if (runs.isEmpty()) {
      return List.of();
    }
    String executions =
        """
        SELECT p.value AS run, e.fk_jobinstanceid AS job, e.batchstatus AS status
        FROM $JBATCH_JOBPARAMETER p
          JOIN $JBATCH_JOBEXECUTION e ON e.jobexecid = p.fk_jobexecid
        WHERE p.name = 'runId' AND p.value IN (%s)"""
            .formatted(String.join(", ", Collections.nCopies(runs.size(), "?")));
    return database.rows(qualify(knownSchema(), executions), JobTables::execution, runs.toArray());
  }

  private static RunExecution execution(Row row) {
    return new RunExecution(row.id("run"), row.number("job"), STATUSES.get(row.integer("status")));
  }

  /**
   * Removes a run's job with all its executions, unless the job was also another run's.
   *
   * @return whether the job was removed
   */
  boolean erase(UUID run, long job) {
    String schema = knownSchema();
    return database.together(
        it -> {
          if (it.first(qualify(schema, SHARED), row -> job, job, run).isPresent()) {
            return false;
          }
          for (String sql : ERASE) {
            it.update(qualify(schema, sql), job);
          }
          return true;
        });
  }

  /**
   * Assigns a job to an operation group, whose members may act on it in the batch administration.
   * The runtime itself assigns only jobs that come by a message. Jobs in memory have no group.
   */
  void assign(long job, String group) {
    database.update(qualify(knownSchema(), ASSIGN), group, job);
  }

  /**
   * Ends executions from before this time that no server owns, as the runtime ends those that died
   * with their server.
   *
   * @return how many
   */
  int failUnowned(Instant before) {
    String schema = knownSchema();
    Instant time = before;
    return database.together(
        it -> {
          it.update(qualify(schema, FAIL_JOBS), time);
          return it.update(qualify(schema, FAIL_EXECUTIONS), time);
        });
  }

  private String knownSchema() {
    if (located.isEmpty()) {
      located = Optional.of(schema(database)); // two threads may both look it up
    }
    return located.get();
  }

  /** Returns the schema of the tables. */
  static String schema(Database database) {
    return PROBE_TABLE_NAMES.stream()
        .flatMap(it -> database.schemaOf(it).stream())
        .findFirst()
        .orElseThrow();
  }

  /** Returns the statement with the schema's name in the place of each {@code $}. */
  static String qualify(String schema, String sql) {
    return sql.replace("$", schema + ".");
  }

  private static int number(BatchStatus status) {
    return STATUSES.indexOf(status);
  }

  /** One execution of a run's job; a job that was restarted has several. */
  record RunExecution(UUID run, long jobInstanceId, BatchStatus status) {

    boolean isOpen() {
      return switch (status) {
        case STARTING, STARTED, STOPPING -> true;
        case STOPPED, FAILED, COMPLETED, ABANDONED -> false;
      };
    }
  }
}
