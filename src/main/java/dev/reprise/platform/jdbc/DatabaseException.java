package dev.reprise.platform.jdbc;

import java.sql.SQLException;

/**
 * The database failed. Nothing was changed, unless an {@link InDoubtException} is the cause. {@link
 * SqlErrors} says what the cause means; of one that passes, a retry may succeed.
 */
public class DatabaseException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public DatabaseException(SQLException cause) {
    super("the database failed: " + cause.getMessage(), cause);
  }

  /** Returns whether a row with this key exists, or another transaction has just inserted it. */
  public boolean isDuplicateKey() {
    return getCause() instanceof SQLException e && SqlErrors.isDuplicateKey(e);
  }

  /** Returns whether the transaction was rolled back because of others, and may be repeated. */
  public boolean isRolledBack() {
    return getCause() instanceof SQLException e && SqlErrors.isRolledBack(e);
  }
}
