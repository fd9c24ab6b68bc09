package dev.reprise.execution.job;

import dev.reprise.platform.jdbc.SqlErrors;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Removes jobs that have no execution, and so no parameter that names their run. The batch runtime
 * writes a job and then, in a separate transaction, its first execution. A server that is killed
 * between the two leaves a job that is STARTING forever, and that cannot be started, stopped or
 * purged by its run. The run or batch itself is due again, and gets another job.
 */
@ApplicationScoped
class UnstartedJobs {

  /**
   * How old such a job is before it is removed: a live server takes milliseconds. A server that is
   * slower than this fails to start its job, and starts another.
   */
  static final Duration GRACE = Duration.ofMinutes(1);

  private static final String FIND =
      """
      SELECT j.jobinstanceid FROM $JBATCH_JOBINSTANCE j
      WHERE j.jobxmlname IN ('%s', 'agent-batch') AND j.createtime < ? AND NOT EXISTS
        (SELECT 1 FROM $JBATCH_JOBEXECUTION e WHERE e.fk_jobinstanceid = j.jobinstanceid)\
      """
          .formatted(RunJobs.NAME);

  private static final List<String> ERASE =
      List.of(
          "DELETE FROM $JBATCH_GROUPASSOCIATION WHERE fk_jobinstanceid = ?",
          "DELETE FROM $JBATCH_JOBINSTANCE WHERE jobinstanceid = ?");

  private final DataSource database;

  @Inject
  UnstartedJobs(DataSource database) {
    this.database = database;
  }

  /**
   * Removes such jobs from before this time.
   *
   * @return how many
   * @throws SQLException if the database fails; then the rest stays
   */
  int remove(Instant before) throws SQLException {
    try (Connection connection = database.getConnection()) {
      Optional<String> schema = BatchJobTables.schema(connection);
      if (schema.isEmpty()) {
        return 0;
      }
      int removed = 0;
      for (long job : find(connection, schema.get(), before)) {
        removed += erase(connection, schema.get(), job) ? 1 : 0;
      }
      return removed;
    }
  }

  private static List<Long> find(Connection connection, String schema, Instant before)
      throws SQLException {
    List<Long> found = new ArrayList<>();
    try (PreparedStatement statement =
        connection.prepareStatement(BatchJobTables.qualify(schema, FIND))) {
      statement.setTimestamp(1, Timestamp.from(before));
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(rows.getLong(1));
        }
      }
    }
    return found;
  }

  private static boolean erase(Connection connection, String schema, long job) throws SQLException {
    connection.setAutoCommit(false);
    try {
      for (String sql : ERASE) {
        try (PreparedStatement statement =
            connection.prepareStatement(BatchJobTables.qualify(schema, sql))) {
          statement.setLong(1, job);
          statement.executeUpdate();
        }
      }
      connection.commit();
      return true;
    } catch (SQLException e) {
      connection.rollback();
      if (SqlErrors.isForeignKeyViolation(e)) {
        return false; // its first execution was written meanwhile
      }
      throw e;
    } finally {
      connection.setAutoCommit(true);
    }
  }
}
