package dev.reprise.run;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs the {@link Statements} on the table of runs, each in a transaction of its own.
 *
 * <p>Every method throws {@link RunsUnavailable} if the database fails; then nothing was changed.
 */
@ApplicationScoped
class RunTable {

  private DataSource database;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  RunTable() {}

  @Inject
  RunTable(DataSource database) {
    this.database = database;
  }

  /** Reads one row of a result. */
  interface Reading<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Returns how many rows the statement changed. */
  int update(String sql, @Nullable Object... parameters) {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      fill(statement, parameters);
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw new RunsUnavailable(e);
    }
  }

  /** Returns whether the one row that the statement is about fulfilled its condition. */
  boolean moves(String sql, Object... parameters) {
    return update(sql, parameters) == 1;
  }

  <T> List<T> rows(String sql, Reading<T> reading, Object... parameters) {
    try (Connection connection = database.getConnection()) {
      return rows(connection, sql, reading, parameters);
    } catch (SQLException e) {
      throw new RunsUnavailable(e);
    }
  }

  /** Runs several statements in one transaction; all of them take effect, or none does. */
  <T> T together(Together<T> work) {
    return inTransaction(connection -> work.run(new InTransaction(connection)));
  }

  /** Several statements that belong together. */
  interface Together<T> {
    T run(InTransaction statements) throws SQLException;
  }

  /** Runs statements in one transaction. */
  record InTransaction(Connection connection) {

    /** Returns how many rows the statement changed. */
    int update(String sql, @Nullable Object... parameters) throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        fill(statement, parameters);
        return statement.executeUpdate();
      }
    }

    <T> List<T> rows(String sql, Reading<T> reading, Object... parameters) throws SQLException {
      return RunTable.rows(connection, sql, reading, parameters);
    }

    /**
     * Updates runs one by one; returns those that were updated.
     *
     * @param sql with the owner as its first parameter and the run as its last
     */
    List<UUID> changed(String sql, String owner, List<UUID> runs) throws SQLException {
      if (runs.isEmpty()) {
        return runs;
      }
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (UUID run : runs) {
          fill(statement, owner, run);
          statement.addBatch();
        }
        int[] changed = statement.executeBatch();
        return IntStream.range(0, runs.size())
            .filter(i -> changed[i] == 1)
            .mapToObj(runs::get)
            .toList();
      }
    }
  }

  private interface Work<T> {
    T with(Connection connection) throws SQLException;
  }

  private <T> T inTransaction(Work<T> work) {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try {
        T result = work.with(connection);
        connection.commit();
        return result;
      } catch (SQLException | RuntimeException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      throw new RunsUnavailable(e);
    }
  }

  private static <T> List<T> rows(
      Connection connection, String sql, Reading<T> reading, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      fill(statement, parameters);
      try (ResultSet rows = statement.executeQuery()) {
        List<T> read = new ArrayList<>();
        while (rows.next()) {
          read.add(reading.read(rows));
        }
        return read;
      }
    }
  }

  private static void fill(PreparedStatement statement, @Nullable Object... parameters)
      throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i] instanceof UUID id ? id.toString() : parameters[i]);
    }
  }
}
