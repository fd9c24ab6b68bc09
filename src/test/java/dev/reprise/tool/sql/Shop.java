package dev.reprise.tool.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.reprise.journal.store.TestDatabases;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.apache.derby.jdbc.EmbeddedDataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A small database that is not the server's, with its owner's rights.
 *
 * @param fingerprint queries whose results show every change that tests try to make
 */
record Shop(DataSource database, List<String> fingerprint) {

  private static final List<String> TABLES =
      List.of(
          """
          CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR(3000), joined DATE,
                                 active BOOLEAN, credit DECIMAL(12,2))""",
          "CREATE TABLE purchase (id INTEGER PRIMARY KEY, customer_id INTEGER, amount DECIMAL(12,2))",
          "CREATE SEQUENCE ticket START WITH 1",
          """
          INSERT INTO customer VALUES (1, 'Ada', '2024-01-02', TRUE, 10.50),
            (2, 'Zoë 漢 ''quoted''', '2024-02-29', FALSE, NULL), (3, 'Grace', NULL, TRUE, 0.00)""",
          "INSERT INTO purchase VALUES (1, 1, 5.00), (2, 1, 7.25), (3, 2, 1.00)");

  private static final List<String> ROWS =
      List.of("SELECT * FROM customer ORDER BY id", "SELECT * FROM purchase ORDER BY id");

  static Shop derby() {
    return Derby.SHOP;
  }

  static Shop postgres() {
    return Postgres.SHOP;
  }

  private static final class Derby {
    static final Shop SHOP = filled(inMemory(), derbyMarks(), List.of());

    private static DataSource inMemory() {
      var database = new EmbeddedDataSource();
      database.setDatabaseName("memory:shop");
      database.setCreateDatabase("create");
      return database;
    }

    private static List<String> derbyMarks() {
      return List.of(
          "SELECT tablename FROM sys.systables ORDER BY tablename",
          "SELECT alias FROM sys.sysaliases ORDER BY alias",
          "VALUES SYSCS_UTIL.SYSCS_PEEK_AT_SEQUENCE('APP', 'TICKET')",
          "VALUES SYSCS_UTIL.SYSCS_GET_DATABASE_PROPERTY('derby.language.logQueryPlan')");
    }
  }

  private static final class Postgres {
    static final Shop SHOP =
        filled(
            inCluster(),
            List.of(
                "SELECT relname FROM pg_class ORDER BY relname",
                "SELECT proname FROM pg_proc ORDER BY proname",
                "SELECT last_value, is_called FROM ticket",
                "SELECT rolname FROM pg_roles ORDER BY rolname",
                "SELECT loid FROM pg_largeobject ORDER BY loid",
                "SELECT name, setting FROM pg_file_settings ORDER BY name",
                "SELECT classid, objid FROM pg_locks WHERE locktype = 'advisory'"),
            List.of(
                "CREATE EXTENSION dblink",
                "CREATE EXTENSION tablefunc",
                function("sneak()"),
                function("purge(customer)"),
                function("purge(integer)"),
                function("log(text)"), // of the name of a standard function
                function("escape(text)"), // of the name of a keyword
                function("spill(text)").replace("RETURNS INTEGER", "RETURNS SETOF record"),
                function("same(integer, integer)"),
                "CREATE OPERATOR @@ (FUNCTION = same, LEFTARG = integer, RIGHTARG = integer)"));

    private static String function(String signature) {
      return """
          CREATE FUNCTION %s RETURNS INTEGER LANGUAGE sql VOLATILE
          AS 'DELETE FROM customer RETURNING 1'"""
          .formatted(signature);
    }

    /** Pooled, as in the server: PostgreSQL starts a process for each connection. */
    private static DataSource inCluster() {
      try (Connection connection = TestDatabases.postgres().getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE DATABASE shop");
        String url = connection.getMetaData().getURL();
        var shop = new PGSimpleDataSource();
        shop.setUrl(url.replaceAll("/postgres.*", "/shop"));
        shop.setUser("postgres");
        shop.setMaxResultBuffer("1M");
        var pool = new HikariConfig();
        pool.setDataSource(shop);
        return new HikariDataSource(pool);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static Shop filled(DataSource database, List<String> marks, List<String> more) {
    List<String> fingerprint = new ArrayList<>(ROWS);
    fingerprint.addAll(marks);
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : TABLES) {
        statement.execute(sql);
      }
      for (String sql : more) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return new Shop(database, fingerprint);
  }

  /** Returns the same on PostgreSQL, whose driver takes as much of a result as there is. */
  DataSource unbounded() throws SQLException {
    var unbounded = new PGSimpleDataSource();
    unbounded.setUrl(database.unwrap(PGSimpleDataSource.class).getUrl());
    unbounded.setUser("postgres");
    unbounded.setMaxResultBuffer(null);
    return unbounded;
  }

  /** Returns all that there is. */
  String state() throws SQLException {
    StringBuilder state = new StringBuilder();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : fingerprint) {
        try (ResultSet rows = statement.executeQuery(sql)) {
          while (rows.next()) {
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
              state.append(rows.getString(i)).append('|');
            }
            state.append('\n');
          }
        }
      }
    }
    return state.toString();
  }
}
