package dev.reprise.cli.database;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table of the product or of the batch component, with the columns that are not computed from
 * others. Tested by {@code DatabaseCopyTest}.
 */
record Table(String name, List<Column> columns) {

  private static final String COLUMNS =
      """
      SELECT c.table_name, c.column_name, c.udt_name, c.is_identity
      FROM information_schema.columns c
      JOIN information_schema.tables t
        ON t.table_schema = c.table_schema AND t.table_name = c.table_name
      WHERE c.table_schema = current_schema() AND c.is_generated = 'NEVER'
        AND t.table_type = 'BASE TABLE' AND c.table_name <> 'schema_history'
      ORDER BY c.table_name, c.ordinal_position\
      """;

  Table {
    columns = List.copyOf(columns);
  }

  /**
   * A column.
   *
   * @param isIdentity whether the database numbers the rows
   */
  record Column(String name, ColumnType type, boolean isIdentity) {}

  /** Returns all tables of a database of PostgreSQL, by name. */
  static List<Table> of(Connection postgres) throws SQLException {
    Map<String, List<Column>> tables = new LinkedHashMap<>();
    try (Statement statement = postgres.createStatement();
        ResultSet rows = statement.executeQuery(COLUMNS)) {
      while (rows.next()) {
        tables
            .computeIfAbsent(rows.getString("table_name"), name -> new ArrayList<>())
            .add(
                new Column(
                    rows.getString("column_name"),
                    ColumnType.of(rows.getString("udt_name")),
                    rows.getString("is_identity").equals("YES")));
      }
    }
    return tables.entrySet().stream().map(it -> new Table(it.getKey(), it.getValue())).toList();
  }

  private String columnNames() {
    return columns.stream().map(Column::name).collect(joining(", "));
  }

  /** Returns the query of all rows, of the table by this name in another database. */
  String select(String from) {
    return "SELECT %s FROM %s".formatted(columnNames(), from);
  }

  String insert() {
    return "INSERT INTO %s (%s) VALUES (%s)"
        .formatted(name, columnNames(), columns.stream().map(it -> "?").collect(joining(", ")));
  }

  /** Reads the present row of {@link #select}. */
  List<@Nullable Object> read(ResultSet row) throws SQLException {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      values.add(columns.get(i).type().value(row, i + 1));
    }
    return values;
  }

  /** Sets the parameters of {@link #insert}. */
  void fill(PreparedStatement insert, List<@Nullable Object> row) throws SQLException {
    for (int i = 0; i < columns.size(); i++) {
      Object value = row.get(i);
      if (value == null) {
        insert.setObject(i + 1, null);
      } else {
        columns.get(i).type().set(insert, i + 1, value);
      }
    }
  }
}
