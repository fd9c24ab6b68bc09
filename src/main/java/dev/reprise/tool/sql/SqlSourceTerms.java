package dev.reprise.tool.sql;

import static java.lang.System.Logger.Level.WARNING;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * The conditions that a data source must meet before agents may query it. PostgreSQL must have a
 * limit for results. An excessive permission of its user is only a warning, because only the
 * database's administrator can change it.
 */
final class SqlSourceTerms {

  private static final System.Logger LOG = System.getLogger(SqlSourceTerms.class.getName());

  private static final String ROLE =
      """
      SELECT current_user, current_setting('temp_file_limit') = '-1',
             current_setting('is_superuser') = 'on'""";

  private SqlSourceTerms() {}

  /**
   * Checks the database, and only warns if it cannot be reached: each query checks the limit again.
   *
   * @param property the property that names the data source
   * @throws IllegalArgumentException if results of a PostgreSQL are not limited; names the property
   */
  static void check(String property, SqlSource source, DataSource database) {
    try (Connection connection = database.getConnection()) {
      if (ReadOnlyQuery.isPostgres(connection)) {
        checkBound(property, source, connection);
        checkRole(property, connection);
      }
    } catch (SQLException e) {
      LOG.log(
          WARNING,
          "%s: %s cannot be reached; until it can, sql_query fails there"
              .formatted(property, source.jndi()),
          e);
    }
  }

  private static void checkBound(String property, SqlSource source, Connection connection)
      throws SQLException {
    if (!ResultBound.isSet(connection)) {
      throw new IllegalArgumentException(
          "%s: the data source %s is a PostgreSQL without %s, where one large value fills the server's memory; write %s=\"32M\" among its properties"
              .formatted(property, source.jndi(), ResultBound.PROPERTY, ResultBound.PROPERTY));
    }
  }

  private static void checkRole(String property, Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet role = statement.executeQuery(ROLE)) {
      role.next();
      if (role.getBoolean(2)) {
        LOG.log(
            WARNING,
            "%s: queries may fill the database's disk; let its administrator write: ALTER ROLE \"%s\" SET temp_file_limit = '1GB'"
                .formatted(property, role.getString(1)));
      }
      if (role.getBoolean(3)) {
        LOG.log(
            WARNING,
            "%s: the user \"%s\" is a superuser, whom the database refuses nothing; take one that may only read"
                .formatted(property, role.getString(1)));
      }
    }
  }
}
