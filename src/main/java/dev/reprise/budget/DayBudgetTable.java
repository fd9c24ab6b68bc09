package dev.reprise.budget;

import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.SqlErrors;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * What servers have taken of the limits of days, in the database. The sum is never above the limit
 * with which it was taken, however many servers take at once: the condition and the sum are one
 * update.
 */
final class DayBudgetTable {

  private static final String TAKE =
      """
      UPDATE budget_day SET taken = taken + ?
      WHERE tenant = ? AND subject = ? AND name = ? AND unit = ? AND budget_date = ? AND taken + ? <= ?\
      """;

  private static final String CHANGE =
      "UPDATE budget_day SET taken = taken + ? WHERE tenant = ? AND subject = ? AND name = ? AND unit = ? AND budget_date = ?";

  private static final String INSERT =
      "INSERT INTO budget_day (taken, tenant, subject, name, unit, budget_date) VALUES (0, ?, ?, ?, ?, ?)";

  private static final String TAKEN =
      "SELECT taken FROM budget_day WHERE tenant = ? AND subject = ? AND name = ? AND unit = ? AND budget_date = ?";

  private static final String TENANTS =
      "SELECT DISTINCT tenant FROM budget_day WHERE budget_date = ?";

  private static final String FORGET = "DELETE FROM budget_day WHERE budget_date < ?";

  private final DataSource database;

  DayBudgetTable(DataSource database) {
    this.database = database;
  }

  /** Takes an amount, if that leaves the sum within the limit; otherwise changes nothing. */
  boolean take(DayLimit limit, BigDecimal amount) throws SQLException {
    try (Connection connection = database.getConnection()) {
      ensureRow(connection, limit);
      try (PreparedStatement statement = connection.prepareStatement(TAKE)) {
        statement.setBigDecimal(1, amount);
        fill(statement, 2, limit);
        statement.setBigDecimal(7, amount);
        statement.setBigDecimal(8, limit.amount());
        return statement.executeUpdate() > 0;
      }
    }
  }

  /** Gives an amount back, or counts one that was spent already; an amount may be negative. */
  void change(DayLimit limit, BigDecimal amount) throws SQLException {
    try (Connection connection = database.getConnection()) {
      ensureRow(connection, limit);
      try (PreparedStatement statement = connection.prepareStatement(CHANGE)) {
        statement.setBigDecimal(1, amount);
        fill(statement, 2, limit);
        statement.executeUpdate();
      }
    }
  }

  private static void ensureRow(Connection connection, DayLimit limit) throws SQLException {
    if (taken(connection, limit).isPresent()) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
      fill(statement, 1, limit);
      statement.executeUpdate();
    } catch (SQLException e) {
      if (!SqlErrors.isDuplicateKey(e)) { // another server has inserted it
        throw e;
      }
    }
  }

  /** Returns what all servers together have taken. */
  BigDecimal taken(DayLimit limit) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return taken(connection, limit).orElse(BigDecimal.ZERO);
    }
  }

  private static Optional<BigDecimal> taken(Connection connection, DayLimit limit)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(TAKEN)) {
      fill(statement, 1, limit);
      try (ResultSet row = statement.executeQuery()) {
        return row.next()
            ? Optional.of(limit.unit().rounded(row.getBigDecimal(1)))
            : Optional.empty();
      }
    }
  }

  /** Returns the tenants that have taken of any limit of a day. */
  List<String> tenants(LocalDate day) throws SQLException {
    return JdbcTransaction.single(
        database,
        statements -> statements.rows(TENANTS, row -> row.getString("tenant"), Date.valueOf(day)));
  }

  /** Deletes the rows of the days before this one. */
  void forgetBefore(LocalDate day) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(FORGET)) {
      statement.setDate(1, Date.valueOf(day));
      statement.executeUpdate();
    }
  }

  private static void fill(PreparedStatement statement, int first, DayLimit limit)
      throws SQLException {
    statement.setString(first, limit.scope().tenant());
    statement.setString(first + 1, limit.scope().subject().name());
    statement.setString(first + 2, limit.scope().name());
    statement.setString(first + 3, limit.unit().name());
    statement.setDate(first + 4, Date.valueOf(limit.day()));
  }
}
