package dev.reprise.journal.store;

import dev.reprise.journal.seal.Blob;
import dev.reprise.platform.jdbc.SqlErrors;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Large payloads, each once per tenant, under the SHA-256 of the stored content. The event whose
 * row has the address covers the content with its hash.
 *
 * <p>A blob is written before its event, in a transaction of its own. A blob without an event does
 * no harm; retention removes it, unless it was touched lately.
 */
final class BlobTable {

  private static final String TOUCH =
      "UPDATE blob SET touched_at = CURRENT_TIMESTAMP WHERE tenant = ? AND address = ?";
  private static final String INSERT =
      """
      INSERT INTO blob (tenant, address, content, touched_at)
      VALUES (?, ?, ?, CURRENT_TIMESTAMP)\
      """;
  private static final String CONTENT = "SELECT content FROM blob WHERE tenant = ? AND address = ?";

  private BlobTable() {}

  /** Writes or touches a blob; another server may write the same one at the same time. */
  static void keep(Connection connection, String tenant, Blob blob, PayloadColumn contents)
      throws SQLException {
    try (PreparedStatement touch = connection.prepareStatement(TOUCH)) {
      touch.setString(1, tenant);
      touch.setString(2, blob.address());
      if (touch.executeUpdate() > 0) {
        return;
      }
    }
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setString(1, tenant);
      insert.setString(2, blob.address());
      contents.set(insert, 3, blob.content());
      insert.executeUpdate();
    } catch (SQLException e) {
      if (!SqlErrors.isConstraintViolation(e)) {
        throw e; // else another server wrote the same blob at the same time
      }
    }
  }

  /** Returns the content stored under an address. */
  static Optional<String> content(Connection connection, String tenant, String address)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(CONTENT)) {
      statement.setString(1, tenant);
      statement.setString(2, address);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? Optional.of(PayloadColumn.get(rows, "content")) : Optional.empty();
      }
    }
  }
}
