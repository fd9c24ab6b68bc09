package dev.reprise.platform.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Several statements that take effect together, or not at all. Ids are written as their texts.
 *
 * <p>A transaction ends when the work that received it returns, and must not be used later.
 */
public final class JdbcTransaction {

  private final Connection connection;
  private boolean changes;

  private JdbcTransaction(Connection connection) {
    this.connection = connection;
  }

  /** Work in a transaction. */
  public interface Work<T> {
    T in(JdbcTransaction transaction) throws SQLException;
  }

  /** Reads one row of a result. */
  public interface Reading<T> {
    T read(ResultSet row) throws SQLException;
  }

  /**
   * Does work of a single statement, which is a transaction of its own.
   *
   * @throws InDoubtException if the changes may have taken effect, because the answer was lost
   * @throws SQLException if the database fails otherwise; then nothing was changed
   */
  public static <T> T single(DataSource database, Work<T> work) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return work.in(new JdbcTransaction(connection));
    }
  }

  /**
   * Does the work, and commits its changes unless it throws.
   *
   * @throws InDoubtException if the changes may have taken effect, because the answer was lost
   * @throws SQLException if the database fails otherwise; then nothing was changed
   */
  public static <T> T with(DataSource database, Work<T> work) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try {
        var transaction = new JdbcTransaction(connection);
        T result = work.in(transaction);
        transaction.commit();
        return result;
      } catch (SQLException | RuntimeException e) {
        Commit.rollBack(connection, e);
        throw e;
      }
    }
  }

  /** Work that only read leaves no doubt, even if its commit fails. */
  private void commit() throws SQLException {
    if (changes) {
      Commit.transaction(connection);
    } else {
      connection.commit();
      connection.setAutoCommit(true);
    }
  }

  /** Returns how many rows the statement changed. */
  public int update(String sql, @Nullable Object... parameters) throws SQLException {
    changes = true;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      fill(statement, parameters);
      return connection.getAutoCommit()
          ? Commit.of(statement::executeUpdate)
          : statement.executeUpdate();
    }
  }

  /** Returns whether the one row of the statement met its condition and was changed. */
  public boolean moves(String sql, @Nullable Object... parameters) throws SQLException {
    return update(sql, parameters) == 1;
  }

  /**
   * Updates rows one by one; returns those that were updated.
   *
   * @param sql with {@code value} as its first parameter and a row's id as its last
   */
  public List<UUID> changed(String sql, Object value, List<UUID> rows) throws SQLException {
    if (rows.isEmpty()) {
      return rows;
    }
    changes = true;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (UUID row : rows) {
        fill(statement, value, row);
        statement.addBatch();
      }
      int[] changed = statement.executeBatch();
      return IntStream.range(0, rows.size())
          .filter(i -> changed[i] == 1)
          .mapToObj(rows::get)
          .toList();
    }
  }

  /** Executes a statement once for each list of parameters; returns how many rows each changed. */
  public int[] updateEach(String sql, List<List<@Nullable Object>> rows) throws SQLException {
    if (rows.isEmpty()) {
      return new int[0];
    }
    changes = true;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (List<@Nullable Object> row : rows) {
        fill(statement, row.toArray());
        statement.addBatch();
      }
      return statement.executeBatch();
    }
  }

  /** Returns the rows of a query, in its order. */
  public <T> List<T> rows(String sql, Reading<T> reading, @Nullable Object... parameters)
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

  /** Returns the first row of a query. */
  public <T> Optional<T> first(String sql, Reading<T> reading, @Nullable Object... parameters)
      throws SQLException {
    return rows(sql, reading, parameters).stream().findFirst();
  }

  private static void fill(PreparedStatement statement, @Nullable Object... parameters)
      throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i] instanceof UUID id ? id.toString() : parameters[i]);
    }
  }
}
