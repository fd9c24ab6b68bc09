package dev.reprise.journal.store;

import dev.reprise.journal.seal.Blob;
import dev.reprise.platform.jdbc.SqlErrors;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Large payloads, each once a tenant, under the SHA-256 of what rests there: the event in whose row
 * the address stands vouches for the content.
 *
 * <p>A blob is written before the event that needs it, in a transaction of its own: one without an
 * event is of no harm and is swept away by retention, unless it was touched lately.
 */
final class BlobTable {

  private static final String TOUCH =
      "UPDATE blob SET touched_at = CURRENT_TIMESTAMP WHERE tenant = ? AND address = ?";
  private static final String INSERT =
      """
      INSERT INTO blob (tenant, address, content, touched_at)
      VALUES (?, ?, ?, CURRENT_TIMESTAMP)""";
  private static final String CONTENT = "SELECT content FROM blob WHERE tenant = ? AND address = ?";

  private BlobTable() {}

  /** Sees to it that a blob is there, whoever else writes it in the same moment. */
  static void keep(Connection connection, String tenant, Blob blob) throws SQLException {
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
      insert.setString(3, blob.content());
      insert.executeUpdate();
    } catch (SQLException e) {
      if (!SqlErrors.isConstraintViolation(e)) {
        throw e; // else somebody wrote the same in the same moment
      }
    }
  }

  /** Returns what rests under an address. */
  static Optional<String> content(Connection connection, String tenant, String address)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(CONTENT)) {
      statement.setString(1, tenant);
      statement.setString(2, address);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
      }
    }
  }
}
