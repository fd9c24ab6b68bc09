package dev.reprise.tool.sql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.tool.ToolException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * One query on a read-only connection, in a transaction that is always rolled back. It relies on no
 * earlier check: a statement that writes fails in the database.
 *
 * <p>On PostgreSQL the session is read-only too, until the rollback resets it. So a statement that
 * ended the transaction would gain nothing. Tested by {@code SqlQueryToolContract}.
 */
final class ReadOnlyQuery {

  /** How long a query may take; the database cancels one that takes longer. */
  static final Duration TIME = Duration.ofSeconds(30);

  /** Few rows, because drivers hold that many in memory at once, however large they are. */
  private static final int FETCHED_AT_ONCE = 20;

  /**
   * Further limits, besides read-only. A sort or a hash has little memory, or less if the role has
   * less. A query uses one process, and it waits for no lock.
   */
  private static final String POSTGRES_HARDENING =
      """
      SELECT set_config('default_transaction_read_only', 'on', false),
             set_config('standard_conforming_strings', 'on', true),
             set_config('statement_timeout', ?, true),
             set_config('lock_timeout', '5s', true),
             set_config('work_mem', LEAST(16384, pg_size_bytes(current_setting('work_mem')) / 1024)
                                    || 'kB', true),
             set_config('max_parallel_workers_per_gather', '0', true)""";

  private final DataSource database;
  private final Duration time;
  private final Precondition onPostgres;
  private Optional<Statement> running = Optional.empty();
  private boolean cancelled;

  /**
   * @param time how long the query may take, in whole seconds
   * @param onPostgres what must hold on a connection to PostgreSQL
   */
  ReadOnlyQuery(DataSource database, Duration time, Precondition onPostgres) {
    this.database = database;
    this.time = time;
    this.onPostgres = onPostgres;
  }

  /** A condition that must hold before a query runs, checked in the query's transaction. */
  interface Precondition {
    void check(Connection connection) throws SQLException, ToolException;
  }

  /** Reads a result, which stays open meanwhile. */
  interface Reading<T> {
    T read(ResultSet rows) throws SQLException, ToolException;
  }

  /**
   * Runs the query.
   *
   * @param parameters scalars for its question marks, as many as it has
   * @param maxRows the most rows that the database returns
   * @throws SQLException if the database refuses the query or fails
   * @throws ToolException if the precondition does not hold
   */
  <T> T run(String sql, List<JsonNode> parameters, int maxRows, Reading<T> reading)
      throws SQLException, ToolException {
    try (Connection connection = database.getConnection()) {
      boolean wasReadOnly = connection.isReadOnly();
      connection.setReadOnly(true);
      connection.setAutoCommit(false);
      T result;
      try {
        result = query(connection, sql, parameters, maxRows, reading);
      } catch (SQLException | ToolException | RuntimeException e) {
        try {
          restore(connection, wasReadOnly);
        } catch (SQLException more) {
          e.addSuppressed(more);
        }
        throw e;
      }
      restore(connection, wasReadOnly);
      return result;
    }
  }

  static boolean isPostgres(Connection connection) throws SQLException {
    return connection.getMetaData().getDatabaseProductName().equalsIgnoreCase("PostgreSQL");
  }

  /** Cancels the query in the database, if it runs or is about to. */
  void cancel() throws SQLException {
    Optional<Statement> statement;
    synchronized (this) {
      cancelled = true;
      statement = running;
    }
    if (statement.isPresent()) {
      statement.get().cancel();
    }
  }

  private static void restore(Connection connection, boolean wasReadOnly) throws SQLException {
    connection.rollback();
    connection.setAutoCommit(true);
    connection.setReadOnly(wasReadOnly);
  }

  private <T> T query(
      Connection connection, String sql, List<JsonNode> parameters, int maxRows, Reading<T> reading)
      throws SQLException, ToolException {
    boolean isPostgres = isPostgres(connection);
    if (isPostgres) {
      harden(connection);
      onPostgres.check(connection);
    }
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setQueryTimeout((int) time.toSeconds());
      statement.setMaxRows(maxRows);
      statement.setFetchSize(Math.min(FETCHED_AT_ONCE, maxRows));
      for (int i = 0; i < parameters.size(); i++) {
        fill(statement, i + 1, parameters.get(i), isPostgres);
      }
      begin(statement);
      try (ResultSet rows = statement.executeQuery()) {
        return reading.read(rows);
      } finally {
        end();
      }
    }
  }

  /** Uses a query, because after the first query a transaction cannot become read-write again. */
  private void harden(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(POSTGRES_HARDENING)) {
      statement.setString(1, String.valueOf(time.toMillis()));
      statement.executeQuery().close();
    }
  }

  private synchronized void begin(Statement statement) throws SQLException {
    if (cancelled) {
      throw new SQLException("the query was cancelled before it began", "57014");
    }
    running = Optional.of(statement);
  }

  private synchronized void end() {
    running = Optional.empty();
  }

  private static void fill(PreparedStatement statement, int at, JsonNode value, boolean isPostgres)
      throws SQLException {
    switch (value.getNodeType()) {
      case NUMBER -> {
        if (value.canConvertToLong() && value.isIntegralNumber()) {
          statement.setLong(at, value.longValue());
        } else {
          statement.setBigDecimal(at, value.decimalValue());
        }
      }
      case BOOLEAN -> statement.setBoolean(at, value.booleanValue());
      case NULL ->
          statement.setNull(
              at, isPostgres ? Types.NULL : statement.getParameterMetaData().getParameterType(at));
      default -> {
        if (isPostgres) {
          statement.setObject(at, value.textValue(), Types.OTHER); // the database picks the type
        } else {
          statement.setString(at, value.textValue());
        }
      }
    }
  }
}
