package dev.reprise.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** PostgreSQL's log, of all databases of the server together. */
record WriteAheadLog(Connection connection, PreparedStatement position) implements DatabaseLog {

  /**
   * Starts with a checkpoint. After it, PostgreSQL logs an image of each page at the page's first
   * change; when the first steps are over, these images are over, too.
   */
  static WriteAheadLog behindCheckpoint(Connection connection) throws SQLException {
    connection.createStatement().execute("CHECKPOINT");
    return new WriteAheadLog(
        connection,
        connection.prepareStatement("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"));
  }

  @Override
  public long bytes() throws SQLException {
    try (var row = position.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
