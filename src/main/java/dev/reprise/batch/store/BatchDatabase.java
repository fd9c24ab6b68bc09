package dev.reprise.batch.store;

import dev.reprise.batch.BatchesUnavailableException;
import dev.reprise.platform.jdbc.JdbcTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Transactions on the tables of batches. Every method throws {@link BatchesUnavailableException} if
 * the database fails.
 */
@ApplicationScoped
public class BatchDatabase {

  private final DataSource database;

  @Inject
  public BatchDatabase(DataSource database) {
    this.database = database;
  }

  /** Does work of a single statement. */
  <T> T single(JdbcTransaction.Work<T> work) {
    try {
      return JdbcTransaction.single(database, work);
    } catch (SQLException e) {
      throw new BatchesUnavailableException(e);
    }
  }

  /** Does work of several statements, which take effect together or not at all. */
  <T> T together(JdbcTransaction.Work<T> work) {
    try {
      return JdbcTransaction.with(database, work);
    } catch (SQLException e) {
      throw new BatchesUnavailableException(e);
    }
  }
}
