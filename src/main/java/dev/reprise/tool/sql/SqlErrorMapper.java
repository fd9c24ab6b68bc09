package dev.reprise.tool.sql;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.jdbc.SqlErrors;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import dev.reprise.tool.ToolException;
import java.sql.SQLException;
import java.util.Optional;

/** Maps a failure of a database to a fault of the query or of the connection. */
final class SqlErrorMapper {

  private static final System.Logger LOG = System.getLogger(SqlErrorMapper.class.getName());

  private static final int MAX_MESSAGE_LENGTH = 500;

  private SqlErrorMapper() {}

  /**
   * Returns the exception to throw: a {@link ToolException}, a {@link FaultException} or a {@link
   * DatabaseRefusalException}.
   */
  static Exception of(String source, SQLException met) {
    String state = SqlErrors.state(met);
    if (SqlErrors.isCancelled(met)) {
      return new ToolException(
          "query_too_slow",
          "the query took longer than %d s on '%s'; ask for less, or by an indexed column"
              .formatted(ReadOnlyQuery.TIME.toSeconds(), source));
    }
    if (String.valueOf(met.getMessage()).contains(ResultBound.PROPERTY)) {
      return new ToolException(
          "result_too_large",
          "rows or a value of '%s' are larger than this server takes; select less, or shorten texts with substring"
              .formatted(source));
    }
    Optional<FailureClass> kind = kind(met);
    if (kind.isPresent()) {
      LOG.log(
          WARNING, "data source '%s' does not serve sql_query: %s".formatted(source, state), met);
      return new FaultException(
          new Fault(kind.get(), "data source '%s' %s".formatted(source, what(kind.get()))), met);
    }
    return new DatabaseRefusalException(state, oneLine(met));
  }

  private static Optional<FailureClass> kind(SQLException met) {
    if (SqlErrors.isLoginRefused(met)) {
      return Optional.of(FailureClass.AUTHENTICATION);
    }
    if (SqlErrors.isOutOfResources(met)) {
      return Optional.of(FailureClass.OVERLOADED);
    }
    return SqlErrors.isConnectionLost(met)
        ? Optional.of(FailureClass.CONNECTION)
        : Optional.empty();
  }

  /** The driver's own message names hosts, ports and users, so only the log gets it. */
  private static String what(FailureClass kind) {
    return switch (kind) {
      case AUTHENTICATION -> "does not let this server log in; its operator can help";
      case OVERLOADED -> "has too much to do for another query";
      default -> "cannot be reached, or the connection broke off";
    };
  }

  private static String oneLine(SQLException met) {
    String text = String.valueOf(met.getMessage()).replaceAll("\\s+", " ").strip();
    return text.length() > MAX_MESSAGE_LENGTH ? text.substring(0, MAX_MESSAGE_LENGTH) + "…" : text;
  }
}
