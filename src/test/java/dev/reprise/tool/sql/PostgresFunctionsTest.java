package dev.reprise.tool.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.tool.ToolException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/**
 * Whatever this border lets through calls allowed functions only, by PostgreSQL's own account, and
 * without the border before it.
 */
class PostgresFunctionsTest {

  @Property(tries = 400)
  void letsNothingThroughThatCallsMoreThanIsAllowed(@ForAll("queries") String sql)
      throws Exception {
    Statistics.collect(outcome(sql));
    Statistics.coverage(
        coverage -> {
          coverage.check("admitted").percentage(share -> share > 5);
          coverage.check("refused, and right so").percentage(share -> share > 20);
        });
  }

  @Example
  void refusesEveryCallThatHostileQueriesMake() throws Exception {
    for (HostileSql hostile : HostileSql.postgres()) {
      if (hostile.sql().startsWith("SELECT")) {
        outcome(hostile.sql());
      }
    }
    assertThat(outcome("SELECT c.purge FROM customer c")).startsWith("refused, and right so");
    assertThat(outcome("SELECT c.name FROM customer c")).isEqualTo("admitted");
  }

  /** Says what became of a query, and fails if it was let through and must not be. */
  private static String outcome(String sql) throws SQLException {
    try (Connection connection = Shop.postgres().database().getConnection()) {
      connection.setReadOnly(true);
      connection.setAutoCommit(false);
      boolean admitted = isAdmitted(connection, sql);
      var calls = ParsedCalls.of(connection, sql);
      var notAllowed = ParsedCalls.notAllowed(connection, calls, SqlFunctions.STANDARD);
      if (admitted) {
        assertThat(notAllowed).as(sql).isEmpty();
        return "admitted";
      }
      return notAllowed.isEmpty() ? "refused out of caution" : "refused, and right so";
    } catch (SQLException notAQuery) {
      return "not a query";
    }
  }

  private static boolean isAdmitted(Connection connection, String sql) throws SQLException {
    try {
      var query = new SqlGuard.Admitted(sql, SqlTokens.of(sql));
      new PostgresFunctions(query, SqlFunctions.STANDARD).check(connection);
      return true;
    } catch (ToolException refused) {
      return false;
    }
  }

  @Provide
  Arbitrary<String> queries() {
    return Combinators.combine(expressions(), sources())
        .as("SELECT %s FROM customer AS c, unnest(ARRAY[7]) AS u, %s"::formatted);
  }

  private static Arbitrary<String> sources() {
    return Arbitraries.of(
        List.of(
            "purchase AS p",
            "purchase",
            "(SELECT c.id FROM customer AS c) AS p",
            "(SELECT c.purge FROM customer AS c) AS p",
            "(WITH w(values, b) AS (VALUES (1, 2)) SELECT w.values FROM w) AS p",
            "LATERAL crosstab(c.name) AS (values text, b text)",
            "LATERAL spill(c.name) AS p (values int)",
            "LATERAL \"dblink\"(c.name, c.name) AS p (values int)",
            "unnest(ARRAY['x']) WITH ORDINALITY AS p(v, n)",
            "json_array_elements_text('[1]') AS p"));
  }

  private static Arbitrary<String> expressions() {
    return Arbitraries.lazyOf(
        PostgresFunctionsTest::atoms,
        PostgresFunctionsTest::atoms,
        PostgresFunctionsTest::atoms,
        () -> expressions().map("lower((%s)::text)"::formatted),
        () -> expressions().map("(%s)::text"::formatted),
        () -> expressions().map("(SELECT %s)"::formatted),
        () -> expressions().map("coalesce(%1$s, %1$s)"::formatted),
        () -> expressions().map("CASE WHEN %1$s = %1$s THEN 1 END"::formatted),
        () -> expressions().map("(length((%s)::text)).purge"::formatted),
        () -> expressions().map("(length((%s)::text) IN (SELECT id FROM customer))"::formatted));
  }

  private static Arbitrary<String> atoms() {
    return Arbitraries.of(
        List.of(
            "1",
            "7.5",
            "'x'",
            "c.id",
            "c.name",
            "c.joined",
            "u",
            "u.u",
            "now()",
            "log(2.0)",
            "log('x')",
            "c.purge",
            "(c).purge",
            "u.purge",
            "u.\"purge\"",
            "u.setseed",
            "escape('x')",
            "same(1, 1)",
            "(1 @@ 1)",
            "purge(c)",
            "sneak()",
            "\"sneak\"()",
            "pg_sleep(0)",
            "'ticket'::regclass",
            "currval('ticket')",
            "(c.joined > now())",
            "(c.name LIKE 'A%')",
            "concat(c.id, u)"));
  }
}
