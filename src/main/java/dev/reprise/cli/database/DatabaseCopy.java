package dev.reprise.cli.database;

import dev.reprise.platform.jdbc.SchemaMigration;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Copies all rows of a Derby database into an empty one of PostgreSQL, reads them back, and
 * compares both sides.
 *
 * <p>All is one transaction of PostgreSQL: a copy that is interrupted, or whose sides differ,
 * leaves no row, and can be started again. The tables and columns are those that PostgreSQL has.
 */
public final class DatabaseCopy {

  /** Tables to which the scripts of the schema add a row. */
  private static final Set<String> SEEDED = Set.of("schedule_gate", "share");

  private static final int BATCH_BYTES = 1 << 20;

  /** A row may have a payload of several MiB. */
  private static final int FETCHED_ROWS = 20;

  private static final String FOREIGN_KEYS =
      """
      SELECT format('ALTER TABLE %s ALTER CONSTRAINT %I', conrelid::regclass, conname)
      FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace\
      """;

  private final Connection derby;
  private final Connection postgres;

  private DatabaseCopy(Connection derby, Connection postgres) {
    this.derby = derby;
    this.postgres = postgres;
  }

  /**
   * What became of a table.
   *
   * @param rows how many it has on Derby
   * @param digest of these
   * @param copiedRows how many it has on PostgreSQL
   * @param copiedDigest of those
   */
  public record Copied(
      String table, long rows, String digest, long copiedRows, String copiedDigest) {

    /** Returns whether the rows are the same on both sides. */
    public boolean isEqual() {
      return rows == copiedRows && digest.equals(copiedDigest);
    }
  }

  /**
   * Migrates the target and copies all rows. They are committed only if all tables are equal.
   *
   * @throws IllegalArgumentException if the target has rows already; says how many
   */
  public static List<Copied> copy(DataSource derby, DataSource postgres) throws SQLException {
    SchemaMigration.migrate(postgres);
    try (Connection source = derby.getConnection();
        Connection target = postgres.getConnection()) {
      source.setAutoCommit(false);
      target.setAutoCommit(false);
      try {
        List<Copied> copied = new DatabaseCopy(source, target).copyAll();
        if (copied.stream().allMatch(Copied::isEqual)) {
          target.commit();
        }
        return copied;
      } finally {
        source.rollback(); // Derby closes no connection with an open transaction
      }
    }
  }

  private List<Copied> copyAll() throws SQLException {
    // limits that the role may have for the servers: they are not meant for a copy, which takes
    // long
    execute("SET LOCAL statement_timeout = 0");
    execute("SET LOCAL idle_in_transaction_session_timeout = 0");
    List<Table> tables = Table.of(postgres);
    execute(
        "LOCK TABLE %s IN EXCLUSIVE MODE"
            .formatted(tables.stream().map(Table::name).collect(Collectors.joining(", "))));
    requireEmpty(tables);
    List<String> foreignKeys = texts(FOREIGN_KEYS);
    for (String key : foreignKeys) {
      execute(key + " DEFERRABLE INITIALLY DEFERRED"); // so that rows may come in any order
    }
    List<TableContents> sources = new ArrayList<>();
    for (Table table : tables) {
      sources.add(copy(table));
    }
    execute("SET CONSTRAINTS ALL IMMEDIATE");
    for (String key : foreignKeys) {
      execute(key + " NOT DEFERRABLE");
    }
    for (Table table : tables) {
      continueNumbers(table);
    }
    List<Copied> copied = new ArrayList<>();
    for (int i = 0; i < tables.size(); i++) {
      copied.add(compared(tables.get(i), sources.get(i)));
    }
    return copied;
  }

  private void requireEmpty(List<Table> tables) throws SQLException {
    List<String> filled = new ArrayList<>();
    for (Table table : tables) {
      String count = texts("SELECT count(*) FROM " + table.name()).getFirst();
      if (SEEDED.contains(table.name())) {
        execute("DELETE FROM " + table.name());
      } else if (!count.equals("0")) {
        filled.add("%s: %s".formatted(table.name(), count));
      }
    }
    if (!filled.isEmpty()) {
      throw new IllegalArgumentException(
          "the PostgreSQL database is not empty, name another one; its rows are %s"
              .formatted(String.join(", ", filled)));
    }
  }

  private TableContents copy(Table table) throws SQLException {
    var contents = new TableContents();
    String name = schema(table) + "." + table.name();
    try (Statement query = derby.createStatement();
        ResultSet rows = query.executeQuery(table.select(name));
        PreparedStatement insert = postgres.prepareStatement(table.insert())) {
      int pending = 0;
      while (rows.next()) {
        List<@Nullable Object> row = table.read(rows);
        pending += contents.add(row);
        table.fill(insert, row);
        insert.addBatch();
        if (pending > BATCH_BYTES) {
          insert.executeBatch();
          pending = 0;
        }
      }
      insert.executeBatch();
    }
    return contents;
  }

  private Copied compared(Table table, TableContents source) throws SQLException {
    var copied = new TableContents();
    try (Statement query = postgres.createStatement()) {
      query.setFetchSize(FETCHED_ROWS);
      try (ResultSet rows = query.executeQuery(table.select(table.name()))) {
        while (rows.next()) {
          copied.add(table.read(rows));
        }
      }
    }
    return new Copied(table.name(), source.rows(), source.digest(), copied.rows(), copied.digest());
  }

  /** Returns the schema of a table on Derby, where the batch component has one of its own. */
  private String schema(Table table) throws SQLException {
    String name = table.name().toUpperCase(Locale.ROOT);
    try (ResultSet found = derby.getMetaData().getTables(null, null, name, null)) {
      if (!found.next()) {
        throw new IllegalArgumentException("Derby has no table " + name);
      }
      return found.getString("TABLE_SCHEM");
    }
  }

  private void continueNumbers(Table table) throws SQLException {
    for (Table.Column column : table.columns()) {
      if (column.isIdentity()) {
        execute(
            "ALTER TABLE %s ALTER COLUMN %s RESTART WITH %d"
                .formatted(table.name(), column.name(), nextIdentity(table)));
      }
    }
  }

  /** Returns the number that Derby would give next, which is above all that it ever gave. */
  private long nextIdentity(Table table) throws SQLException {
    try (PreparedStatement query =
        derby.prepareStatement("VALUES SYSCS_UTIL.SYSCS_PEEK_AT_IDENTITY(?, ?)")) {
      query.setString(1, schema(table));
      query.setString(2, table.name().toUpperCase(Locale.ROOT));
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  private List<String> texts(String sql) throws SQLException {
    try (Statement statement = postgres.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = postgres.createStatement()) {
      statement.execute(sql);
    }
  }
}
