package dev.reprise.artifact.store;

import dev.reprise.artifact.ArtifactKey;
import dev.reprise.platform.Json;
import dev.reprise.platform.jdbc.JdbcTransaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The statements on the table of decisions about artifacts. */
final class ChangeTable {

  private static final String INSERT =
      """
      INSERT INTO artifact_change
        (id, tenant, role_name, method, action, changed_by, reason, changed_at, document)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)\
      """;
  private static final String SELECT =
      """
      SELECT * FROM artifact_change WHERE tenant = ? AND role_name = ? AND method = ?
      ORDER BY changed_at DESC, id\
      """;

  private ChangeTable() {}

  /**
   * @param before the document before the decision, if there was one
   */
  static void insert(
      JdbcTransaction transaction, ArtifactKey key, Decision decision, Optional<String> before)
      throws SQLException {
    transaction.update(
        INSERT,
        UUID.randomUUID(),
        key.tenant(),
        key.role(),
        key.method(),
        decision.action(),
        decision.by(),
        decision.reason(),
        Timestamp.from(decision.at()),
        before.orElse(null));
  }

  /** Returns all decisions about an artifact, the newest first. */
  static List<ArtifactChange> list(JdbcTransaction transaction, ArtifactKey key)
      throws SQLException {
    return transaction.rows(SELECT, ChangeTable::read, key.tenant(), key.role(), key.method());
  }

  private static ArtifactChange read(ResultSet row) throws SQLException {
    return new ArtifactChange(
        UUID.fromString(row.getString("id")),
        new Decision(
            row.getString("action"),
            row.getString("changed_by"),
            row.getString("reason"),
            row.getTimestamp("changed_at").toInstant()),
        Optional.ofNullable(row.getString("document")).map(Json::read));
  }
}
