package dev.reprise.platform.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Commits, and distinguishes a refused commit from one whose answer was lost. */
public final class Commit {

  private Commit() {}

  /** Work that commits, for example a statement that is a transaction of its own. */
  public interface Work<T> {
    T commit() throws SQLException;
  }

  /**
   * Does the work.
   *
   * @throws InDoubtException if the answer was lost; it may have happened
   * @throws SQLException if the database refused; it did not happen
   */
  public static <T> T of(Work<T> work) throws SQLException {
    try {
      return work.commit();
    } catch (SQLException e) {
      throw SqlErrors.isRefusal(e) ? e : new InDoubtException(e);
    }
  }

  /** Commits a transaction and returns the connection to automatic commits; see {@link #of}. */
  public static void transaction(Connection connection) throws SQLException {
    of(
        () -> {
          connection.commit();
          connection.setAutoCommit(true);
          return true;
        });
  }

  /** Rolls a transaction back. If that fails, the connection is lost, and the transaction too. */
  public static void rollBack(Connection connection, Exception reason) {
    try {
      connection.rollback();
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }
}
