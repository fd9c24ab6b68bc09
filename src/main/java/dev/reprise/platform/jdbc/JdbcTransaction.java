package dev.reprise.platform.jdbc;

import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Several statements that take effect together, or not at all.
 *
 * <p>A parameter of a statement may be an {@link Optional}, which is null if it is empty, an enum's
 * constant and an id, which are written as their texts, an {@link Instant} or a {@link LocalDate}.
 *
 * <p>A query in work of several statements names its columns: while servers are upgraded one by
 * one, a newer one may add a column to a table, and PostgreSQL then refuses a prepared {@code
 * SELECT *} once for each connection. A single statement is prepared and executed again unseen.
 *
 * <p>A transaction ends when the work that received it returns, and must not be used later. Every
 * method throws {@link DatabaseException} if the database fails; then nothing was changed, unless
 * its cause is an {@link InDoubtException}: the changes may have taken effect, because the answer
 * was lost. Tested by {@code RowTest}.
 */
public final class JdbcTransaction {

  private final Connection connection;
  private boolean changes;

  private JdbcTransaction(Connection connection) {
    this.connection = connection;
  }

  /** Work in a transaction. */
  public interface Work<T> {
    T in(JdbcTransaction transaction);
  }

  /** Reads one row of a result. */
  public interface Reading<T> {
    T read(Row row);
  }

  private interface Jdbc<T> {
    T call() throws SQLException;
  }

  private static <T> T of(Jdbc<T> statement) {
    try {
      return statement.call();
    } catch (SQLException e) {
      throw new DatabaseException(e);
    }
  }

  /** Does work of a single statement, which is a transaction of its own. */
  public static <T> T single(DataSource database, Work<T> work) {
    return of(
        () -> {
          try (Connection connection = database.getConnection()) {
            return work.in(new JdbcTransaction(connection));
          }
        });
  }

  /** Does the work, and commits its changes unless it throws. */
  public static <T> T with(DataSource database, Work<T> work) {
    return of(
        () -> {
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
        });
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
  public int update(String sql, @Nullable Object... parameters) {
    changes = true;
    return of(
        () -> {
          try (PreparedStatement statement = connection.prepareStatement(sql)) {
            fill(statement, parameters);
            return connection.getAutoCommit()
                ? Commit.of(statement::executeUpdate)
                : statement.executeUpdate();
          }
        });
  }

  /** Returns whether the one row of the statement met its condition and was changed. */
  public boolean moves(String sql, @Nullable Object... parameters) {
    return update(sql, parameters) == 1;
  }

  /** Inserts a row; returns 1, the number of inserted rows. */
  public int insert(RowValues row) {
    return update(row.insertSql(), row.parameters().toArray());
  }

  /** Inserts rows, those of the same columns as one batch. */
  public void insertEach(List<RowValues> rows) {
    rows.stream()
        .collect(
            Collectors.groupingBy(
                RowValues::insertSql,
                Collectors.mapping(RowValues::parameters, Collectors.toList())))
        .forEach(this::updateEach);
  }

  /** Updates the one row that meets a condition; returns whether it did. */
  public boolean moves(RowValues row, String condition, @Nullable Object... parameters) {
    return moves(
        row.updateSql(condition),
        Stream.concat(row.parameters().stream(), Arrays.stream(parameters)).toArray());
  }

  /**
   * Updates rows one by one; returns those that were updated.
   *
   * @param sql with {@code value} as its first parameter and a row's id as its last
   */
  public List<UUID> changed(String sql, Object value, List<UUID> rows) {
    int[] changed =
        updateEach(sql, rows.stream().map(row -> List.<@Nullable Object>of(value, row)).toList());
    return IntStream.range(0, rows.size())
        .filter(i -> changed[i] == 1)
        .mapToObj(rows::get)
        .toList();
  }

  /** Executes a statement once for each list of parameters; returns how many rows each changed. */
  public int[] updateEach(String sql, List<List<@Nullable Object>> rows) {
    if (rows.isEmpty()) {
      return new int[0];
    }
    changes = true;
    return of(
        () -> {
          try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (List<@Nullable Object> row : rows) {
              fill(statement, row.toArray());
              statement.addBatch();
            }
            return statement.executeBatch();
          }
        });
  }

  /** Returns the rows of a query, in its order. */
  public <T> List<T> rows(String sql, Reading<T> reading, @Nullable Object... parameters) {
    return query(
        sql,
        rows -> {
          var row = new Row(rows);
          List<T> read = new ArrayList<>();
          while (rows.next()) {
            read.add(reading.read(row));
          }
          return read;
        },
        parameters);
  }

  /** Returns the first row of a query. */
  public <T> Optional<T> first(String sql, Reading<T> reading, @Nullable Object... parameters) {
    return rows(sql, reading, parameters).stream().findFirst();
  }

  /** Returns the number that a query returns as its only column and row, such as a count. */
  public long number(String sql, @Nullable Object... parameters) {
    return query(
        sql,
        rows -> {
          rows.next();
          return rows.getLong(1);
        },
        parameters);
  }

  private interface Result<T> {
    T of(ResultSet rows) throws SQLException;
  }

  private <T> T query(String sql, Result<T> result, @Nullable Object... parameters) {
    return of(
        () -> {
          try (PreparedStatement statement = connection.prepareStatement(sql)) {
            fill(statement, parameters);
            try (ResultSet rows = statement.executeQuery()) {
              return result.of(rows);
            }
          }
        });
  }

  private static void fill(PreparedStatement statement, @Nullable Object... parameters)
      throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, stored(parameters[i]));
    }
  }

  /** Returns a parameter in the form of JDBC. */
  static @Nullable Object stored(@Nullable Object parameter) {
    return switch (parameter) {
      case Optional<?> optional -> optional.isPresent() ? stored(optional.get()) : null;
      case UUID id -> id.toString();
      case Enum<?> constant -> constant.name();
      case Instant instant -> Timestamp.from(instant);
      case LocalDate day -> Date.valueOf(day);
      case null, default -> parameter;
    };
  }
}
