package dev.reprise.platform.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/** Commits, and tells a commit that was refused from one whose answer was lost. */
public final class Commit {

  /**
   * The classes of SQLSTATE that are an answer: data, integrity, rollback, statement, resources,
   * limits, and state of an object. The database did not commit.
   */
  private static final Set<String> ANSWERS = Set.of("22", "23", "40", "42", "53", "54", "55");

  /** The one rollback that is none: whether the statement took effect is not known. */
  private static final String COMPLETION_UNKNOWN = "40003";

  private Commit() {}

  /** What commits: a statement, say, that is a transaction of its own. */
  public interface Work<T> {
    T commit() throws SQLException;
  }

  /**
   * Does what commits.
   *
   * @throws InDoubtException if the answer was lost; it may have happened
   * @throws SQLException if the database refused; it did not happen
   */
  public static <T> T of(Work<T> work) throws SQLException {
    try {
      return work.commit();
    } catch (SQLException e) {
      throw isAnswer(e) ? e : new InDoubtException(e);
    }
  }

  /** Commits a transaction and has the connection commit each statement again; see {@link #of}. */
  public static void transaction(Connection connection) throws SQLException {
    of(
        () -> {
          connection.commit();
          connection.setAutoCommit(true);
          return true;
        });
  }

  /** Takes a transaction back; where even that fails, the connection is gone, and it with it. */
  public static void rollBack(Connection connection, Exception reason) {
    try {
      connection.rollback();
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }

  private static boolean isAnswer(SQLException fault) {
    String state = fault.getSQLState();
    return state != null
        && state.length() > 2
        && !state.equals(COMPLETION_UNKNOWN)
        && ANSWERS.contains(state.substring(0, 2));
  }
}
