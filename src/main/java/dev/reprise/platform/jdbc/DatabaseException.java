package dev.reprise.platform.jdbc;

import java.sql.SQLException;
import java.util.function.Predicate;

/**
 * The database failed. Nothing was changed, unless an {@link InDoubtException} is the cause. {@link
 * SqlErrors} says what the cause means; of one that passes, a retry may succeed.
 */
public class DatabaseException extends RuntimeException {

  public DatabaseException(SQLException cause) {
    super("the database failed: " + cause.getMessage(), cause);
  }

  /** Returns whether the cause has a meaning, for example {@code SqlErrors::isDuplicateKey}. */
  public boolean is(Predicate<SQLException> meaning) {
    return getCause() instanceof SQLException e && meaning.test(e);
  }
}
