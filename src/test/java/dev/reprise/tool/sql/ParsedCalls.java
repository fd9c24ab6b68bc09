package dev.reprise.tool.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.util.PSQLWarning;

/**
 * What a query calls by PostgreSQL's own account: the tree that its parser made of the text, which
 * it tells who asks for it. Nothing is planned or run.
 */
final class ParsedCalls {

  private static final Pattern CALL =
      Pattern.compile(":(?:funcid|aggfnoid|winfnoid|opfuncid|tsmhandler) (\\d+)");

  private ParsedCalls() {}

  /** Returns the ids of all functions in a query, those of operators and casts as well. */
  static Set<Long> of(Connection connection, String sql) throws SQLException {
    Set<Long> calls = new TreeSet<>();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LOCAL client_min_messages = log");
      statement.execute("SET LOCAL debug_print_parse = on");
      statement.execute("PREPARE parsed AS " + sql);
      for (var it = statement.getWarnings(); it != null; it = it.getNextWarning()) {
        Matcher call = CALL.matcher(detail(it));
        while (call.find()) {
          calls.add(Long.parseLong(call.group(1)));
        }
      }
      statement.execute("SET LOCAL debug_print_parse = off");
      statement.execute("DEALLOCATE parsed");
    }
    return calls;
  }

  private static String detail(SQLWarning warning) {
    return ((PSQLWarning) warning).getServerErrorMessage().getDetail();
  }

  /** Returns those that are not the database's own, or are known for more than computing. */
  static Set<String> notAllowed(Connection connection, Set<Long> calls, SqlFunctions functions)
      throws SQLException {
    Set<String> found = new TreeSet<>();
    try (PreparedStatement statement =
        connection.prepareStatement(
            """
            SELECT pronamespace::regnamespace::text, proname FROM pg_proc
            WHERE oid = ANY (?) AND NOT (pronamespace = 'pg_catalog'::regnamespace
              AND (proname = ANY (?) OR provolatile = 'i' OR oid IN (SELECT oprcode FROM pg_operator)))
            """)) {
      statement.setArray(1, connection.createArrayOf("oid", calls.toArray()));
      statement.setArray(2, connection.createArrayOf("name", functions.standard().toArray()));
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(rows.getString(1) + "." + rows.getString(2));
        }
      }
    }
    return found;
  }
}
