package dev.reprise.run;

import dev.reprise.platform.jdbc.JdbcTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Executes {@link RunSql} on the table of runs, each statement in its own transaction.
 *
 * <p>If the database fails, every method throws {@link RunsUnavailableException}, which says
 * whether the effect is known.
 */
@ApplicationScoped
public class RunTable {

  private final DataSource database;

  @Inject
  public RunTable(DataSource database) {
    this.database = database;
  }

  /** Returns how many rows the statement changed. */
  public int update(String sql, @Nullable Object... parameters) {
    return alone(transaction -> transaction.update(sql, parameters));
  }

  /** Returns whether the statement changed exactly one row. */
  public boolean moves(String sql, Object... parameters) {
    return update(sql, parameters) == 1;
  }

  public <T> List<T> rows(String sql, JdbcTransaction.Reading<T> reading, Object... parameters) {
    return alone(transaction -> transaction.rows(sql, reading, parameters));
  }

  private <T> T alone(JdbcTransaction.Work<T> statement) {
    try {
      return JdbcTransaction.single(database, statement);
    } catch (SQLException e) {
      throw new RunsUnavailableException(e);
    }
  }

  /**
   * Executes several statements in one transaction: either all of them take effect or none does.
   */
  public <T> T together(JdbcTransaction.Work<T> work) {
    try {
      return JdbcTransaction.with(database, work);
    } catch (SQLException e) {
      throw new RunsUnavailableException(e);
    }
  }
}
