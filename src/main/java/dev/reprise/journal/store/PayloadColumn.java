package dev.reprise.journal.store;

import dev.reprise.platform.jdbc.SchemaMigration;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * How payloads are stored. On Derby they are the bytes of their text in UTF-8, because its driver
 * writes a text character by character, which costs up to four times as much.
 */
enum PayloadColumn {
  TEXT {
    @Override
    void set(PreparedStatement statement, int index, String payload) throws SQLException {
      statement.setString(index, payload);
    }
  },
  BYTES {
    @Override
    void set(PreparedStatement statement, int index, String payload) throws SQLException {
      statement.setBytes(index, payload.getBytes(StandardCharsets.UTF_8));
    }
  };

  static PayloadColumn of(DataSource database) {
    return SchemaMigration.isPostgres(database) ? TEXT : BYTES;
  }

  abstract void set(PreparedStatement statement, int index, String payload) throws SQLException;

  /** Returns the payload in a column, however it is stored. */
  static String get(ResultSet row, String column) throws SQLException {
    return row.getObject(column) instanceof Blob bytes
        ? new String(bytes.getBytes(1, (int) bytes.length()), StandardCharsets.UTF_8)
        : row.getString(column);
  }
}
