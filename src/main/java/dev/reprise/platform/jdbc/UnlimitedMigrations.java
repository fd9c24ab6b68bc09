package dev.reprise.platform.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/**
 * Lifts the limits of the data source for each migration on PostgreSQL: one that rewrites a large
 * table takes longer than any other statement may.
 */
final class UnlimitedMigrations implements Callback {

  @Override
  public boolean supports(Event event, Context context) {
    return event == Event.BEFORE_EACH_MIGRATE;
  }

  @Override
  public boolean canHandleInTransaction(Event event, Context context) {
    return true;
  }

  @Override
  public void handle(Event event, Context context) {
    Connection connection = context.getConnection();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LOCAL statement_timeout = 0"); // until the migration's commit
      connection.setNetworkTimeout(Runnable::run, 0); // until the pool has the connection back
    } catch (SQLException e) {
      throw new FlywayException("the limits of statements could not be lifted", e);
    }
  }

  @Override
  public String getCallbackName() {
    return "unlimited migrations";
  }
}
