package dev.reprise.platform.jdbc;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.util.Optional;
import java.util.Set;

/**
 * What an SQL exception means, for Derby and PostgreSQL alike.
 *
 * <p>The SQLSTATE decides. Its first two characters are a class of ISO/IEC 9075-2 (table "SQLSTATE
 * class and subclass values"), which both databases follow. Other states come from the Derby
 * Reference Manual ("SQLState and error message reference") and from appendix A of the PostgreSQL
 * manual ("PostgreSQL Error Codes"). Where a question also names Java types, the reason is
 * Liberty's connection pool: its exceptions may have no state.
 */
public final class SqlErrors {

  /** unique_violation; Derby has the same state for primary keys and unique indexes. */
  private static final String DUPLICATE_KEY = "23505";

  /** foreign_key_violation, in both databases. */
  private static final String FOREIGN_KEY = "23503";

  /** query_canceled in PostgreSQL; a statement that timed out or was cancelled in Derby. */
  private static final Set<String> CANCELLED = Set.of("57014", "XCL52");

  /** statement_completion_unknown: the one rollback that may have taken effect. */
  private static final String COMPLETION_UNKNOWN = "40003";

  /** Data exceptions, constraint violations, and syntax errors or missing rights. */
  private static final Set<String> STATEMENT = Set.of("22", "23", "42");

  /**
   * Classes with which a database refuses: the above, a transaction that may not change anything, a
   * rollback, too few resources, a limit of the database, and an object that is locked or in use.
   */
  private static final Set<String> REFUSAL = Set.of("22", "23", "25", "40", "42", "53", "54", "55");

  /**
   * Classes with which a database is unavailable: a login that it does not take, an unknown
   * database, a rollback because of others, too few resources, an operator's intervention, an error
   * of its system; and, in Derby, of its store.
   */
  private static final Set<String> UNAVAILABLE = Set.of("28", "3D", "40", "53", "57", "58", "XS");

  /**
   * read_only_sql_transaction, lock_not_available, and a database that Derby cannot boot or create.
   */
  private static final Set<String> UNAVAILABLE_STATES = Set.of("25006", "55P03", "XJ040", "XJ041");

  /** Derby after a full disk: it was booted read-only, finds no tables, or fails by itself. */
  private static final Set<String> TO_BE_BOOTED_AGAIN = Set.of("25502", "42X05", "XJ001");

  /** insufficient_privilege, and a schema that does not exist. */
  private static final Set<String> NOT_PERMITTED = Set.of("42501", "3F000");

  private SqlErrors() {}

  /** Returns whether a row with this key exists, or another transaction has just inserted it. */
  public static boolean isDuplicateKey(SQLException error) {
    return DUPLICATE_KEY.equals(state(error));
  }

  /**
   * Returns whether another row refers to this one, or a row that this one refers to is missing.
   */
  public static boolean isForeignKeyViolation(SQLException error) {
    return FOREIGN_KEY.equals(state(error));
  }

  /** Returns whether a constraint refused: a key, a foreign key, a check or a missing value. */
  public static boolean isConstraintViolation(SQLException error) {
    return state(error).startsWith("23");
  }

  /**
   * Returns whether the statement or its data are at fault. Then it fails each time, and no other
   * statement is affected.
   */
  public static boolean isStatementAtFault(SQLException error) {
    return STATEMENT.contains(stateClass(error));
  }

  /**
   * Returns whether the database answered that it did not commit. Any other error, and one without
   * a state, may hide a commit whose answer was lost.
   */
  public static boolean isRefusal(SQLException error) {
    return CANCELLED.contains(state(error))
        || (REFUSAL.contains(stateClass(error)) && !COMPLETION_UNKNOWN.equals(state(error)));
  }

  /**
   * Returns whether the database rolled the transaction back because of others, such as in a
   * deadlock. The same transaction may succeed.
   */
  public static boolean isRolledBack(SQLException error) {
    return stateClass(error).equals("40") && isRefusal(error);
  }

  /** Returns whether the statement was cancelled or ran into its timeout. */
  public static boolean isCancelled(SQLException error) {
    return error instanceof SQLTimeoutException || CANCELLED.contains(state(error));
  }

  /** Returns whether the database did not accept the user or the password. */
  public static boolean isLoginRefused(SQLException error) {
    return state(error).startsWith("28");
  }

  /** Returns whether the database lacks resources: connections, memory or disk space. */
  public static boolean isOutOfResources(SQLException error) {
    return state(error).startsWith("53");
  }

  /**
   * Returns whether there is no connection, or it broke: class 08, or class 57P of PostgreSQL,
   * which shuts down, crashed or still starts.
   */
  public static boolean isConnectionLost(SQLException error) {
    return state(error).startsWith("08")
        || state(error).startsWith("57P")
        || error instanceof SQLTransientConnectionException
        || error instanceof SQLNonTransientConnectionException;
  }

  /**
   * Returns whether the database cannot do now what it can do at another time: it is away, full,
   * read-only or overloaded, does not let this server in, or made it wait for too long.
   */
  public static boolean isUnavailable(SQLException error) {
    return isConnectionLost(error)
        || isCancelled(error)
        || UNAVAILABLE.contains(stateClass(error))
        || UNAVAILABLE_STATES.contains(state(error))
        || mustBootAgain(error)
        || error instanceof SQLTransientException
        || error instanceof SQLRecoverableException;
  }

  /** Returns whether Derby can be used only after it has been booted again. */
  public static boolean mustBootAgain(SQLException error) {
    return TO_BE_BOOTED_AGAIN.contains(state(error));
  }

  /**
   * Returns whether a transaction of the container failed as it ended: it was rolled back because
   * it took too long (the exception says so and has no cause; what a statement met comes from the
   * statement), or the answer to its commit was lost.
   */
  public static boolean isFailedByContainer(Throwable error) {
    return (error instanceof RollbackException && error.getCause() == null)
        || error instanceof HeuristicMixedException;
  }

  /** Returns whether the user lacks a right, or a schema is missing. */
  static boolean isNotPermitted(SQLException error) {
    return NOT_PERMITTED.contains(state(error));
  }

  /** Returns the SQLSTATE, empty if the driver gives none. */
  public static String state(SQLException error) {
    return Optional.ofNullable(error.getSQLState()).orElse("");
  }

  private static String stateClass(SQLException error) {
    String state = state(error);
    return state.length() > 2 ? state.substring(0, 2) : "";
  }
}
