package dev.reprise.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/**
 * The database of a server that is stopped. It must be closed before the server starts again.
 *
 * @param afterLoad statements that do what the database does by itself some time after many writes
 * @param end closes it
 */
record StoppedDatabase(DataSource database, List<String> afterLoad, End end)
    implements AutoCloseable {

  /** Closes a database. */
  interface End {
    void close() throws SQLException;
  }

  /** Brings statistics and visibility up to date, as the database would do soon. */
  void settle() throws SQLException {
    try (Connection connection = database.getConnection();
        var statement = connection.createStatement()) {
      for (String sql : afterLoad) {
        statement.execute(sql);
      }
    }
  }

  @Override
  public void close() throws SQLException {
    end.close();
  }
}
