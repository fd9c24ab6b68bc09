package dev.reprise.artifact.store;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.SqlErrors;

/** Transactions that are made again as long as others change what they have read. */
final class OptimisticTransaction {

  /** Each attempt that fails is a change that another writer made. */
  private static final int MAX_ATTEMPTS = 1_000;

  private OptimisticTransaction() {}

  /** A change was based on a state that another writer has replaced. */
  private static final class ConflictException extends RuntimeException {}

  /** Requires that a row was as it had been read; otherwise the transaction is made again. */
  static void require(boolean isUnchanged) {
    if (!isUnchanged) {
      throw new ConflictException();
    }
  }

  /**
   * Does the work in a transaction.
   *
   * @throws DatabaseException if the database fails
   */
  static <T> T with(Database database, JdbcTransaction.Work<T> work) {
    for (int attempt = 1; ; attempt++) {
      try {
        return database.together(work);
      } catch (ConflictException e) {
        if (attempt == MAX_ATTEMPTS) {
          throw new IllegalStateException(
              "an artifact changed at each of %d attempts".formatted(attempt), e);
        }
      } catch (DatabaseException e) {
        if (attempt == MAX_ATTEMPTS || !isConflict(e)) {
          throw e;
        }
      }
    }
  }

  private static boolean isConflict(DatabaseException error) {
    return error.is(SqlErrors::isDuplicateKey) || error.is(SqlErrors::isRolledBack);
  }
}
