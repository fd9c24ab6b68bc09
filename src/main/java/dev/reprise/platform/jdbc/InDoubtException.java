package dev.reprise.platform.jdbc;

import dev.reprise.platform.Causes;
import java.sql.SQLException;

/** The answer to a commit was lost: whether it happened is unknown until the database is read. */
public final class InDoubtException extends SQLException {

  InDoubtException(SQLException cause) {
    super("the answer to a commit was lost: " + cause.getMessage(), cause.getSQLState(), cause);
  }

  /** Returns whether a commit that may have happened is among a fault's causes. */
  public static boolean isCauseOf(Throwable fault) {
    return Causes.contains(fault, InDoubtException.class);
  }
}
