package dev.reprise.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

class PostgresSqlQueryTest extends SqlQueryContract {

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
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3)"
                + " SELECT i FROM n",
            List.of(),
            "[1]\n[2]\n[3]"),
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

  @Override
  String slow() {
    return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT count(*) FROM n";
  }

  @Override
  boolean isSlowAtWork() throws SQLException {
    try (Connection connection = shop().database().getConnection();
        Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE state = 'active' AND query LIKE 'WITH RECURSIVE n(i)%'""")) {
      assertThat(found.next()).isTrue();
      return found.getInt(1) > 0;
    }
  }
}
