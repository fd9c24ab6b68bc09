package dev.reprise.journal.store;

import dev.reprise.journal.JournalUnavailableException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * Removes the records of erased runs, from the end to the beginning, in transactions of a bounded
 * size. A concurrent reader meets an early end, but no gap. Runs may share large payloads, so
 * {@link BlobCleanup} removes those.
 */
@ApplicationScoped
public class RecordEraser {

  private static final int EVENTS_AT_ONCE = 500;

  private static final String END = "SELECT MAX(sequence) FROM event WHERE run_id = ?";

  /** A run that was imported again meanwhile has a row, and keeps its events. */
  private static final String CUT =
      """
      DELETE FROM event WHERE run_id = ? AND sequence > ?
        AND NOT EXISTS (SELECT 1 FROM run r WHERE r.id = event.run_id)\
      """;

  private final DataSource database;

  @Inject
  RecordEraser(DataSource database) {
    this.database = database;
  }

  /**
   * Removes all events of a run whose row is gone, so that nothing is appended any more. Continues
   * an erasure that was interrupted.
   *
   * @return how many events were removed
   * @throws JournalUnavailableException if the database fails; then some events may be left
   */
  public long erase(UUID run) {
    try (Connection connection = database.getConnection()) {
      long removed = 0;
      for (long end = end(connection, run); end > 0; end -= EVENTS_AT_ONCE) {
        removed += cut(connection, run, Math.max(0, end - EVENTS_AT_ONCE));
      }
      return removed;
    } catch (SQLException e) {
      throw new JournalUnavailableException("erase", run, e);
    }
  }

  private static long end(Connection connection, UUID run) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(END)) {
      statement.setString(1, run.toString());
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong(1); // no event: 0
      }
    }
  }

  private static int cut(Connection connection, UUID run, long after) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(CUT)) {
      statement.setString(1, run.toString());
      statement.setLong(2, after);
      return statement.executeUpdate();
    }
  }
}
