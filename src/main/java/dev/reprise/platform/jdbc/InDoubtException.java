package dev.reprise.platform.jdbc;

import dev.reprise.platform.Causes;
import java.sql.SQLException;

/**
 * The answer to a commit was lost: whether it happened is not known until the database is asked.
 */
public final class InDoubtException extends SQLException {

  private static final long serialVersionUID = 1L;

  InDoubtException(SQLException cause) {
    super("the answer to a commit was lost: " + cause.getMessage(), cause.getSQLState(), cause);
  }

  /** Returns whether a fault comes from a commit that may have happened. */
  public static boolean isCauseOf(Throwable fault) {
    return Causes.contains(fault, InDoubtException.class);
  }
}
