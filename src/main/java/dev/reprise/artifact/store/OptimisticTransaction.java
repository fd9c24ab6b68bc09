package dev.reprise.artifact.store;

import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.SqlErrors;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Transactions that are made again as long as others change what they have read. */
final class OptimisticTransaction {

  /** Each attempt that fails is a change that another writer made. */
  private static final int MAX_ATTEMPTS = 1_000;

  private OptimisticTransaction() {}

  /** A change was based on a state that another writer has replaced. */
  private static final class ConflictException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Requires that a row was as it had been read; otherwise the transaction is made again. */
  static void require(boolean isUnchanged) {
    if (!isUnchanged) {
      throw new ConflictException();
    }
  }

  /**
   * Does the work in a transaction.
   *
   * @throws SQLException if the database fails
   */
  static <T> T with(DataSource database, JdbcTransaction.Work<T> work) throws SQLException {
    for (int attempt = 1; ; attempt++) {
      try {
        return JdbcTransaction.with(database, work);
      } catch (ConflictException e) {
        if (attempt == MAX_ATTEMPTS) {
          throw new SQLException(
              "an artifact changed at each of %d attempts".formatted(attempt), e);
        }
      } catch (SQLException e) {
        if (attempt == MAX_ATTEMPTS || !isConflict(e)) {
          throw e;
        }
      }
    }
  }

  private static boolean isConflict(SQLException error) {
    return SqlErrors.isDuplicateKey(error) || SqlErrors.isRolledBack(error);
  }
}
