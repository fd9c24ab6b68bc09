package dev.reprise.tool.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/**
 * The values of a result as JSON: numbers, booleans, and texts for everything else. Tested by
 * {@code SqlQueryToolContract}.
 */
final class SqlValue {

  private SqlValue() {}

  static boolean isBinary(int type) {
    return switch (type) {
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> true;
      default -> false;
    };
  }

  /**
   * Reads a value that is not binary.
   *
   * @param at the number of its column, from 1
   * @param type the column's, of {@link Types}
   * @param maxLength the most characters of a long text; of a longer one, the result is only the
   *     start, with one character more than this
   */
  static JsonNode read(ResultSet rows, int at, int type, int maxLength) throws SQLException {
    return switch (type) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.NUMERIC,
          Types.DECIMAL,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE ->
          number(rows, at);
      case Types.BIT, Types.BOOLEAN -> {
        boolean value = rows.getBoolean(at);
        yield rows.wasNull() ? NullNode.instance : BooleanNode.valueOf(value);
      }
      default -> text(rows, at, type, maxLength);
    };
  }

  /**
   * Uses the database's own text, so that no digit is lost. What is not a number in JSON, or is out
   * of its bounds here, stays a text.
   */
  private static JsonNode number(ResultSet rows, int at) throws SQLException {
    String digits = rows.getString(at);
    if (digits == null) {
      return NullNode.instance;
    }
    if (!Json.isBounded(digits)) {
      return TextNode.valueOf(digits);
    }
    try {
      return DecimalNode.valueOf(new BigDecimal(digits));
    } catch (NumberFormatException e) {
      return TextNode.valueOf(digits); // NaN, Infinity
    }
  }

  private static JsonNode text(ResultSet rows, int at, int type, int maxLength)
      throws SQLException {
    boolean mayBeLong = type == Types.CLOB || type == Types.LONGVARCHAR || type == Types.VARCHAR;
    String text = mayBeLong ? start(rows, at, maxLength) : rows.getString(at);
    return text == null ? NullNode.instance : TextNode.valueOf(text);
  }

  /** Reads no more of a value than is asked for. */
  private static @Nullable String start(ResultSet rows, int at, int maxLength) throws SQLException {
    try (Reader in = rows.getCharacterStream(at)) {
      if (in == null) {
        return null;
      }
      var text = new StringBuilder();
      char[] part = new char[Math.min(maxLength + 1, 8_192)];
      int read = 0;
      while (text.length() <= maxLength && read >= 0) {
        text.append(part, 0, read);
        read = in.read(part, 0, Math.min(part.length, maxLength + 1 - text.length()));
      }
      return text.toString();
    } catch (IOException e) {
      throw new SQLException("a text cannot be read", e);
    }
  }
}
