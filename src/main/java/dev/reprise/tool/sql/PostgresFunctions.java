package dev.reprise.tool.sql;

import dev.reprise.tool.ToolException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Checks which functions a query may call, by PostgreSQL's own catalogue. This second check shares
 * no judgement about the text with {@link SqlGuard}. Every function name before a parenthesis or
 * after a dot must name only harmless functions. The functions of operators and casts must be
 * harmless too.
 *
 * <p>These functions are harmless: those that an operator listed, PostgreSQL's own functions that
 * are standard here or immutable, and the immutable functions of an extension. A function does no
 * harm if the session does not find it by its bare name or may not execute it. The database's owner
 * answers for what views, policies and checks of domains call, so these are not checked.
 */
final class PostgresFunctions {

  /** PostgreSQL truncates longer names, and so would call a function of another name. */
  private static final int MAX_NAME_BYTES = 63;

  private static final String NOT_HARMLESS =
      """
      WITH judged AS NOT MATERIALIZED (
        SELECT p.oid, n.nspname, p.proname, p.pronargs > 0 AND p.pronargs - p.pronargdefaults <= 1
                 AND p.proargtypes[0] <> 'pg_catalog.internal'::pg_catalog.regtype
                 AND p.oid <> 'pg_catalog.format(text)'::pg_catalog.regprocedure AS takes_one,
               n.nspname = 'pg_catalog' AS is_own, p.provolatile,
               EXISTS (SELECT 1 FROM pg_catalog.pg_depend d
                       WHERE d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass
                         AND d.objid = p.oid AND d.deptype = 'e') AS is_of_extension
        FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
        WHERE pg_catalog.has_function_privilege(p.oid, 'EXECUTE'))
      SELECT nspname, proname, 'a name in the query' FROM judged
      WHERE (proname = ANY (?) OR (proname = ANY (?) AND takes_one))
        AND pg_catalog.pg_function_is_visible(oid)
        AND NOT (is_own AND proname = ANY (?))
        AND NOT (provolatile = 'i' AND (is_own OR is_of_extension))
      UNION
      SELECT nspname, proname, 'the operator ' || o.oprname
      FROM pg_catalog.pg_operator o JOIN judged f ON f.oid = o.oprcode
      WHERE (pg_catalog.strpos(?, o.oprname) > 0 OR o.oprname = ANY (?))
        AND pg_catalog.pg_operator_is_visible(o.oid)
        AND NOT (provolatile <> 'v' AND (is_own OR is_of_extension))
      UNION
      SELECT nspname, proname, 'a cast'
      FROM pg_catalog.pg_cast c JOIN judged f ON f.oid = c.castfunc
      WHERE (c.castcontext = 'i' OR ?) AND NOT (provolatile <> 'v' AND (is_own OR is_of_extension))
      ORDER BY 1, 2""";

  /** The operators that words stand for: IN, BETWEEN, LIKE, SIMILAR TO, DISTINCT, USING, CASE. */
  private static final Set<String> OPERATORS_OF_WORDS =
      Set.of("=", "<>", "<", "<=", ">", ">=", "~", "!~", "~~", "!~~", "~~*", "!~~*");

  private final SqlGuard.Admitted query;
  private final SqlFunctions allowed;

  PostgresFunctions(SqlGuard.Admitted query, SqlFunctions allowed) {
    this.query = query;
    this.allowed = allowed;
  }

  /**
   * Checks the query in the catalogue of the session that is about to run it.
   *
   * @throws ToolException {@value SqlTokens#REFUSED} if the query may call a function that is not
   *     allowed; names the function
   */
  void check(Connection connection) throws SQLException, ToolException {
    var names = SqlFunctionNames.of(query.tokens());
    checkLengths(names);
    try (PreparedStatement statement = connection.prepareStatement(NOT_HARMLESS)) {
      statement.setArray(1, connection.createArrayOf("name", names.called().toArray()));
      statement.setArray(2, connection.createArrayOf("name", names.attributes().toArray()));
      statement.setArray(3, connection.createArrayOf("name", allowed.standard().toArray()));
      statement.setString(4, query.sql());
      statement.setArray(5, connection.createArrayOf("name", OPERATORS_OF_WORDS.toArray()));
      statement.setBoolean(6, casts());
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          checkAdded(rows.getString(1), rows.getString(2), rows.getString(3));
        }
      }
    }
  }

  private static void checkLengths(SqlFunctionNames names) throws ToolException {
    Optional<String> tooLong =
        Stream.concat(names.called().stream(), names.attributes().stream())
            .filter(name -> name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES)
            .findFirst();
    if (tooLong.isPresent()) {
      throw refused(
          "'%s': a name must have at most %d bytes".formatted(tooLong.get(), MAX_NAME_BYTES));
    }
  }

  /** Returns whether the query may use a cast that is not implicit. */
  private boolean casts() {
    return query.sql().contains("::") || query.tokens().stream().anyMatch(it -> it.is("cast"));
  }

  private void checkAdded(String schema, String name, String by) throws ToolException {
    if (allowed.isAdded(folded(schema), folded(name))) {
      return;
    }
    throw refused(
        """
        %s may call the function %s.%s, which is not allowed here; a column of that name is written \
        without a dot before it, an alias gets another name, and the operator may allow the function"""
            .formatted(by, schema, name));
  }

  private static String folded(String name) {
    return new SqlToken(SqlToken.Kind.WORD, name).folded();
  }

  private static ToolException refused(String reason) {
    return new ToolException(SqlTokens.REFUSED, reason);
  }
}
