package dev.reprise.platform.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.store.TestDatabases;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.derby.jdbc.EmbeddedDataSource;
import org.junit.jupiter.api.Test;

/**
 * Both databases have the same tables with the same columns, although a migration may be of one
 * database alone: names, types, lengths, and which columns may be null.
 */
class SchemaParityTest {

  /** What Derby calls the types of PostgreSQL. */
  private static final Map<String, String> POSTGRES =
      Map.of(
          "timestamptz", "timestamp",
          "timestamp", "timestamp without time zone",
          "text", "clob",
          "int2", "smallint",
          "int4", "integer",
          "int8", "bigint",
          "float8", "double",
          "numeric", "decimal",
          "bool", "boolean",
          "bpchar", "char");

  @Test
  void bothDatabasesHaveTheSameColumns() throws SQLException {
    var derby = new EmbeddedDataSource();
    derby.setDatabaseName("memory:schema-parity");
    derby.setCreateDatabase("create");
    SchemaMigration.migrate(derby);

    List<String> onDerby = columns(derby, "APP", Map.of());
    List<String> onPostgres = columns(TestDatabases.postgres(), "public", POSTGRES);

    assertThat(onDerby).contains("run.id varchar(36) NOT NULL");
    assertThat(onPostgres).filteredOn(column -> !onDerby.contains(column)).isEmpty();
    assertThat(onDerby).filteredOn(column -> !onPostgres.contains(column)).isEmpty();
  }

  private static List<String> columns(DataSource database, String schema, Map<String, String> types)
      throws SQLException {
    List<String> columns = new ArrayList<>();
    try (Connection connection = database.getConnection();
        ResultSet rows = connection.getMetaData().getColumns(null, schema, "%", "%")) {
      while (rows.next()) {
        String table = lower(rows, "TABLE_NAME");
        if (isOurs(table)) {
          columns.add(
              "%s.%s %s%s"
                  .formatted(table, lower(rows, "COLUMN_NAME"), type(rows, types), nullable(rows)));
        }
      }
    }
    return columns;
  }

  /** The server's batch store is in another schema on Derby. */
  private static boolean isOurs(String table) {
    return !table.startsWith("jbatch_") && !table.equals("schema_history");
  }

  private static String type(ResultSet row, Map<String, String> types) throws SQLException {
    String type = lower(row, "TYPE_NAME");
    int size = row.getInt("COLUMN_SIZE");
    return switch (types.getOrDefault(type, type)) {
      case "uuid" -> "varchar(36)";
      case "varchar" -> "varchar(%d)".formatted(size);
      case "char" -> "char(%d)".formatted(size);
      case "blob" -> "clob"; // a payload: the bytes of its text
      case "decimal" -> "decimal(%d, %d)".formatted(size, row.getInt("DECIMAL_DIGITS"));
      case String other -> other;
    };
  }

  private static String nullable(ResultSet row) throws SQLException {
    return row.getInt("NULLABLE") == DatabaseMetaData.columnNullable ? "" : " NOT NULL";
  }

  private static String lower(ResultSet row, String column) throws SQLException {
    return row.getString(column).toLowerCase(Locale.ROOT);
  }
}
