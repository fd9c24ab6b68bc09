package dev.reprise.platform.jdbc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What is written to one row of a table: its columns, each beside its value. {@link
 * JdbcTransaction} and {@link Database} insert such a row, or update one, and say which values
 * columns may have.
 *
 * <p>Values are parameters of the SQL. The names and expressions are its text, and must be
 * constants of the code. The same columns in the same order give the same SQL, so that connections
 * prepare it once.
 */
public final class RowValues {

  private final String table;
  private final List<String> columns = new ArrayList<>();
  private final List<String> expressions = new ArrayList<>();
  private final List<@Nullable Object> parameters = new ArrayList<>();

  private RowValues(String table) {
    this.table = requireName(table);
  }

  /** Begins a row of a table. */
  public static RowValues of(String table) {
    return new RowValues(table);
  }

  public RowValues set(String column, @Nullable Object value) {
    return sql(column, "?", value);
  }

  /** Sets columns to the time of the database. */
  public RowValues now(String... columns) {
    for (String column : columns) {
      sql(column, "CURRENT_TIMESTAMP");
    }
    return this;
  }

  public RowValues zero(String... columns) {
    for (String column : columns) {
      sql(column, "0");
    }
    return this;
  }

  /** Sets a column to an SQL expression, with a value for each {@code ?}. */
  public RowValues sql(String column, String expression, @Nullable Object... values) {
    columns.add(requireName(column));
    expressions.add(expression);
    for (Object value : values) {
      parameters.add(JdbcTransaction.stored(value));
    }
    return this;
  }

  /** Returns the SQL that inserts the row. */
  public String insertSql() {
    String names = String.join(", ", columns);
    return "INSERT INTO "
        + table
        + " ("
        + names
        + ") VALUES ("
        + String.join(", ", expressions)
        + ")";
  }

  /** Returns the SQL that updates the rows that meet a condition. */
  String updateSql(String condition) {
    return "UPDATE %s SET %s WHERE %s"
        .formatted(
            table,
            IntStream.range(0, columns.size())
                .mapToObj(i -> columns.get(i) + " = " + expressions.get(i))
                .collect(Collectors.joining(", ")),
            condition);
  }

  /** Returns the parameters of the SQL without those of the condition, in the form of JDBC. */
  public List<@Nullable Object> parameters() {
    return Collections.unmodifiableList(parameters);
  }

  private static String requireName(String name) {
    for (int i = 0; i < name.length(); i++) {
      char letter = name.charAt(i);
      if (letter != '_' && (letter < 'a' || letter > 'z')) {
        throw new IllegalArgumentException("'%s' is no name of a table or column".formatted(name));
      }
    }
    return name;
  }
}
