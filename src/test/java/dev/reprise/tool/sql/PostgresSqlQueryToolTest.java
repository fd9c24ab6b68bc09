package dev.reprise.tool.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.reprise.agent.message.Failure;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

class PostgresSqlQueryToolTest extends SqlQueryToolContract {

  @Override
  Shop shop() {
    return Shop.postgres();
  }

  @Override
  List<HostileSql> ownHostile() {
    return HostileSql.postgres();
  }

  @Override
  Stream<Arguments> ownLegitimate() {
    return Stream.of(
        arguments("SELECT 1", List.of(), "[1]"),
        arguments(
            "SELECT EXTRACT(YEAR FROM joined) FROM customer WHERE id = 1", List.of(), "[2024]"),
        arguments(
            "WITH big AS (SELECT * FROM purchase WHERE amount > 1), n(a, b) AS MATERIALIZED"
                + " (SELECT id, amount FROM big) SELECT a, b FROM n ORDER BY a DESC",
            List.of(),
            "[2,7.25]\n[1,5.00]"),
        arguments(
            "SELECT id, rank() OVER (PARTITION BY customer_id ORDER BY amount DESC) FROM purchase"
                + " ORDER BY id",
            List.of(),
            "[1,2]\n[2,1]\n[3,1]"),
        arguments(
            "SELECT count(*) FILTER (WHERE active), string_agg(name, ',' ORDER BY id)"
                + " FROM customer WHERE id <> 2",
            List.of(),
            "[2,\"Ada,Grace\"]"),
        arguments(
            "SELECT joined::text, (id + 1)::numeric(5,1), now() > joined FROM customer WHERE id = 1",
            List.of(),
            "[\"2024-01-02\",2.0,true]"),
        arguments(
            "SELECT DISTINCT ON (customer_id) customer_id, amount FROM purchase"
                + " ORDER BY customer_id, amount",
            List.of(),
            "[1,5.00]\n[2,1.00]"),
        arguments(
            "SELECT c.id, x.amount FROM customer c CROSS JOIN LATERAL"
                + " (SELECT amount FROM purchase WHERE customer_id = c.id ORDER BY amount LIMIT 1) x"
                + " ORDER BY c.id",
            List.of(),
            "[1,5.00]\n[2,1.00]"),
        arguments(
            "SELECT 'a\\b', 'it''s', 'NaN'::float8, '\\x0a0b'::bytea",
            List.of(),
            "[\"a\\\\b\",\"it's\",\"NaN\",\"[binary: 0a0b]\"]"),
        arguments("SELECT '{\"a\": [1, 2]}'::jsonb -> 'a' ->> 1", List.of(), "[\"2\"]"),
        arguments(
            "SELECT id FROM customer WHERE id = ANY(ARRAY[1, 3]) ORDER BY id",
            List.of(),
            "[1]\n[3]"),
        arguments(
            "WITH n(values, b) AS (VALUES (1, 2)), m(c) AS MATERIALIZED (SELECT n.values FROM n)"
                + " SELECT m.c FROM m",
            List.of(),
            "[1]"),
        arguments(
            "WITH outside(a) AS (WITH inside(b) AS (SELECT 3) SELECT b FROM inside)"
                + " SELECT a FROM outside",
            List.of(),
            "[3]"),
        arguments(
            "SELECT u.n, u.v FROM unnest(ARRAY['a']) WITH ORDINALITY AS u(v, n)",
            List.of(),
            "[1,\"a\"]"),
        arguments(
            "SELECT sum(id) OVER w FROM customer WHERE id = 3 WINDOW w AS (ORDER BY id)",
            List.of(),
            "[3]"),
        // names of columns that are also names of functions, harmless ones
        arguments(
            "SELECT c.name, c.date, c.format, c.timezone FROM"
                + " (SELECT 1, 2, 3, 4) AS c(name, date, format, timezone)",
            List.of(),
            "[1,2,3,4]"),
        arguments(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
                + " ORDER BY table_name",
            List.of(),
            "[\"customer\"]\n[\"purchase\"]"),
        arguments(
            "SELECT data_type FROM information_schema.columns WHERE table_name = ?"
                + " AND column_name = ?",
            List.of("customer", "joined"),
            "[\"date\"]"));
  }

  @Test
  void takesNoMoreOfAResultThanItsDataSourceSays() throws Exception {
    String value = "SELECT string_agg(c.name || ?, '') FROM customer c, customer d, customer e";

    Failure failure = fail(value, "x".repeat(100_000));

    assertThat(failure.code()).isEqualTo("result_too_large");
    assertThat(succeed("SELECT 1")).contains("[1]");
  }

  @Test
  void asksNothingWithoutABoundForResults() throws Exception {
    try (Connection connection = shop().unbounded().getConnection()) {
      assertThat(ResultBound.isSet(connection)).isFalse();
    }
    assertThat(at(shop().unbounded(), Map.of()).fail("SELECT 1").code())
        .isEqualTo("source_unbounded");
  }

  @Test
  void runsWithLittleMemoryAsOneProcessAndWaitsForNoLock() throws Exception {
    var source = Map.of("reprise.sql.source.shop.functions", "current_setting");

    assertThat(
            at(shop().database(), source)
                .succeed(
                    """
                    SELECT current_setting('work_mem'), current_setting('lock_timeout'),
                      current_setting('statement_timeout'),
                      current_setting('max_parallel_workers_per_gather')"""))
        .contains("[\"4MB\",\"5s\",\"30s\",\"0\"]");
  }

  @Test
  void callsWhatItsOperatorAllowsInWhateverWay() throws Exception {
    for (String functions : List.of("same, log", "public.same, public.log")) {
      var asked = at(shop().database(), Map.of("reprise.sql.source.shop.functions", functions));
      assertThat(asked.fail("SELECT log('x')").message()).contains("read-only");
      assertThat(asked.fail("SELECT 1 @@ 1").message()).contains("read-only");
    }
  }

  @Test
  void castsByNoFunctionThatIsNotAllowed() throws Exception {
    change("CREATE TYPE grade AS ENUM ('good')");
    change(
        """
        CREATE FUNCTION graded(integer) RETURNS grade LANGUAGE sql
        AS 'SELECT ''good''::grade'""");
    change("CREATE CAST (integer AS grade) WITH FUNCTION graded(integer)");
    try {
      String sql = "SELECT CAST(id AS grade) FROM customer WHERE id = 1";
      var source = Map.of("reprise.sql.source.shop.functions", "graded");

      assertThat(fail(sql).message()).contains("a cast may call the function public.graded");
      assertThat(at(shop().database(), source).succeed(sql)).contains("good");
    } finally {
      change("DROP TYPE grade CASCADE");
    }
  }

  private void change(String sql) throws SQLException {
    try (Connection connection = shop().database().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  String slow() {
    String tables =
        IntStream.range(0, 30).mapToObj(i -> "customer c" + i).collect(Collectors.joining(", "));
    return "SELECT count(*) FROM " + tables;
  }

  @Override
  boolean isSlowAtWork() throws SQLException {
    try (Connection connection = shop().database().getConnection();
        Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE state = 'active' AND query LIKE 'SELECT count(*) FROM customer c0, %'""")) {
      assertThat(found.next()).isTrue();
      return found.getInt(1) > 0;
    }
  }
}
