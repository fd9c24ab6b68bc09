package dev.reprise.execution.job;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.SqlErrors;
import jakarta.batch.runtime.BatchStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Ends jobs that were about to start when their server was killed. The batch runtime writes a job,
 * or that it is restarted, and then, in a separate transaction, its execution. A server that is
 * killed between the two leaves a job that is STARTING forever, and that cannot be started, stopped
 * or purged. The run or batch itself is due again, and gets another job.
 *
 * <p>A job without any execution has no parameter that names its run, and is removed. One that was
 * restarted has again the status of its newest execution. Tested by {@code JobTablesContract}.
 */
@ApplicationScoped
class UnstartedJobs {

  /**
   * How long such a job is left alone: a live server takes milliseconds. A server that is slower
   * than this fails to start its job, and starts another.
   */
  static final Duration GRACE = Duration.ofMinutes(1);

  private static final String OURS =
      "j.jobxmlname IN ('%s', 'agent-batch')".formatted(RunJobs.NAME);

  private static final String FIND_NEW =
      """
      SELECT j.jobinstanceid FROM $JBATCH_JOBINSTANCE j
      WHERE %s AND j.createtime < ? AND NOT EXISTS
        (SELECT 1 FROM $JBATCH_JOBEXECUTION e WHERE e.fk_jobinstanceid = j.jobinstanceid)\
      """
          .formatted(OURS);

  private static final List<String> ERASE =
      List.of(
          "DELETE FROM $JBATCH_GROUPASSOCIATION WHERE fk_jobinstanceid = ?",
          "DELETE FROM $JBATCH_JOBINSTANCE WHERE jobinstanceid = ?");

  /** The statuses from which a job is restarted, with the numbers of the states of such jobs. */
  private enum Restartable {
    STOPPED(BatchStatus.STOPPED, 5),
    FAILED(BatchStatus.FAILED, 4);

    private final BatchStatus status;
    private final int state;

    Restartable(BatchStatus status, int state) {
      this.status = status;
      this.state = state;
    }

    /** A job that is STARTING has the status 0 and, until it has an execution, the state 0. */
    String close() {
      return """
      UPDATE $JBATCH_JOBINSTANCE SET batchstatus = %1$d, instancestate = %2$d
      WHERE batchstatus = 0 AND instancestate = 0 AND jobinstanceid IN (
        SELECT j.jobinstanceid FROM $JBATCH_JOBINSTANCE j
          JOIN $JBATCH_JOBEXECUTION e ON e.fk_jobinstanceid = j.jobinstanceid
        WHERE %3$s AND COALESCE(j.updatetime, j.createtime) < ? AND e.batchstatus = %1$d
          AND NOT EXISTS (SELECT 1 FROM $JBATCH_JOBEXECUTION n
            WHERE n.fk_jobinstanceid = j.jobinstanceid AND n.jobexecid > e.jobexecid))"""
          .formatted(JobTables.STATUSES.indexOf(status), state, OURS);
    }
  }

  private final Database database;

  @Inject
  UnstartedJobs(Database database) {
    this.database = database;
  }

  /**
   * Removes such jobs from before this time.
   *
   * @return how many
   * @throws DatabaseException if the database fails; then the rest stays
   */
  int remove(Instant before) {
    String schema = JobTables.schema(database);
    String find = JobTables.qualify(schema, FIND_NEW);
    int removed = 0;
    for (long job : database.rows(find, row -> row.number("jobinstanceid"), before)) {
      removed += erase(schema, job) ? 1 : 0;
    }
    return removed;
  }

  /**
   * Gives restarted jobs from before this time the status again that they had before.
   *
   * @return how many
   * @throws DatabaseException if the database fails
   */
  int close(Instant before) {
    String schema = JobTables.schema(database);
    int closed = 0;
    for (Restartable status : Restartable.values()) {
      closed += database.update(JobTables.qualify(schema, status.close()), before);
    }
    return closed;
  }

  private boolean erase(String schema, long job) {
    try {
      return database.together(
          it -> {
            for (String sql : ERASE) {
              it.update(JobTables.qualify(schema, sql), job);
            }
            return true;
          });
    } catch (DatabaseException e) {
      if (e.is(SqlErrors::isForeignKeyViolation)) {
        return false; // its first execution was written meanwhile
      }
      throw e;
    }
  }
}
