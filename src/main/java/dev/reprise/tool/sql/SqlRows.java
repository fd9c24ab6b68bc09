package dev.reprise.tool.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.platform.Json;
import dev.reprise.tool.ToolDeclaration;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The rows of a result as text for a model: a line that names the columns and their types, then a
 * JSON array for each row. What does not fit is cut, and a remark says so. Tested by {@code
 * SqlQueryToolContract}.
 *
 * @param text at most {@link #MAX_BYTES} in UTF-8
 * @param count the number of rows in the text
 * @param isWhole whether the result has no more rows
 */
record SqlRows(String text, int count, boolean isWhole) {

  /** The bytes that a model receives at once, less room for remarks. */
  static final int MAX_BYTES = ToolDeclaration.RESULT_LIMIT - 1_024;

  static final int MAX_VALUE_LENGTH = 2_000;

  private static final int SHOWN_BYTES = 32;

  /**
   * Reads as many rows as fit.
   *
   * @param limit the most rows
   */
  static SqlRows read(ResultSet rows, int limit) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    StringBuilder text = new StringBuilder(Json.write(head(columns))).append('\n');
    int bytes = bytes(text.toString());
    int count = 0;
    while (rows.next()) {
      if (count == limit) {
        return new SqlRows(text.toString(), count, false);
      }
      String row = Json.write(row(rows, columns));
      bytes += bytes(row) + 1;
      if (bytes > MAX_BYTES) {
        return new SqlRows(text.toString(), count, false);
      }
      text.append(row).append('\n');
      count++;
    }
    return new SqlRows(text.toString(), count, true);
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static JsonNode head(ResultSetMetaData columns) throws SQLException {
    ArrayNode head = JsonNodeFactory.instance.arrayNode();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      head.add(
          columns.getColumnLabel(i) + " " + columns.getColumnTypeName(i).toLowerCase(Locale.ROOT));
    }
    return head;
  }

  private static JsonNode row(ResultSet rows, ResultSetMetaData columns) throws SQLException {
    ArrayNode row = JsonNodeFactory.instance.arrayNode();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      row.add(value(rows, i, columns.getColumnType(i)));
    }
    return row;
  }

  private static JsonNode value(ResultSet rows, int at, int type) throws SQLException {
    if (SqlValue.isBinary(type)) {
      return bytes(rows, at);
    }
    JsonNode value = SqlValue.read(rows, at, type, MAX_VALUE_LENGTH);
    return value.isTextual() && value.textValue().length() > MAX_VALUE_LENGTH
        ? TextNode.valueOf(cut(value.textValue()))
        : value;
  }

  private static JsonNode bytes(ResultSet rows, int at) throws SQLException {
    try (InputStream in = rows.getBinaryStream(at)) {
      if (in == null) {
        return NullNode.instance;
      }
      byte[] start = in.readNBytes(SHOWN_BYTES);
      String more = in.read() < 0 ? "" : "…";
      return TextNode.valueOf("[binary: %s%s]".formatted(HexFormat.of().formatHex(start), more));
    } catch (IOException e) {
      throw new SQLException("a binary value cannot be read", e);
    }
  }

  private static String cut(String text) {
    int end = Character.isHighSurrogate(text.charAt(MAX_VALUE_LENGTH - 1)) ? 1 : 0;
    return text.substring(0, MAX_VALUE_LENGTH - end)
        + "… [cut after %d characters]".formatted(MAX_VALUE_LENGTH);
  }
}
