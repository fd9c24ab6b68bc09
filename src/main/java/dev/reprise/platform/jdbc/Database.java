package dev.reprise.platform.jdbc;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The database, for stores. {@link JdbcTransaction} says which parameters statements may have.
 * Every method throws {@link DatabaseException} if the database fails.
 */
@ApplicationScoped
public class Database {

  private final DataSource source;

  @Inject
  public Database(DataSource source) {
    this.source = source;
  }

  /** Does work of a single statement, which is a transaction of its own. */
  public <T> T single(JdbcTransaction.Work<T> work) {
    return JdbcTransaction.single(source, work);
  }

  /** Does work of several statements, which take effect together or not at all. */
  public <T> T together(JdbcTransaction.Work<T> work) {
    return JdbcTransaction.with(source, work);
  }

  /** Returns how many rows the statement changed. */
  public int update(String sql, @Nullable Object... parameters) {
    return single(it -> it.update(sql, parameters));
  }

  /** Returns whether the one row of the statement met its condition and was changed. */
  public boolean moves(String sql, @Nullable Object... parameters) {
    return single(it -> it.moves(sql, parameters));
  }

  /** Updates the one row that meets a condition; returns whether it did. */
  public boolean moves(RowValues row, String condition, @Nullable Object... parameters) {
    return single(it -> it.moves(row, condition, parameters));
  }

  /**
   * Inserts a row; returns false if a row with its key exists, or another transaction has just
   * inserted it.
   */
  public boolean insertIfAbsent(RowValues row) {
    return insertIfAbsent(row.insertSql(), row.parameters().toArray());
  }

  /** Does the same with the SQL of the INSERT. */
  public boolean insertIfAbsent(String sql, @Nullable Object... parameters) {
    try {
      return moves(sql, parameters);
    } catch (DatabaseException e) {
      if (e.is(SqlErrors::isDuplicateKey)) {
        return false;
      }
      throw e;
    }
  }

  /** Returns the rows of a query, in its order. */
  public <T> List<T> rows(
      String sql, JdbcTransaction.Reading<T> reading, @Nullable Object... parameters) {
    return single(it -> it.rows(sql, reading, parameters));
  }

  /** Returns the first row of a query. */
  public <T> Optional<T> first(
      String sql, JdbcTransaction.Reading<T> reading, @Nullable Object... parameters) {
    return single(it -> it.first(sql, reading, parameters));
  }

  /** Returns the number that a query returns as its only column and row, such as a count. */
  public long number(String sql, @Nullable Object... parameters) {
    return single(it -> it.number(sql, parameters));
  }

  /** Returns whether no change is possible, as in Derby after it was booted with a full disk. */
  public boolean isReadOnly() {
    try (Connection connection = source.getConnection()) {
      return connection.isReadOnly();
    } catch (SQLException e) {
      throw new DatabaseException(e);
    }
  }

  /** Returns the schema of a table, whose name is spelled as the database stores it. */
  public Optional<String> schemaOf(String table) {
    try (Connection connection = source.getConnection();
        ResultSet found = connection.getMetaData().getTables(null, null, table, null)) {
      return found.next() ? Optional.of(found.getString("TABLE_SCHEM")) : Optional.empty();
    } catch (SQLException e) {
      throw new DatabaseException(e);
    }
  }
}
