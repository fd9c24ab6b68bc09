package dev.reprise.definition;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.Row;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.util.List;
import java.util.Optional;

/**
 * The table of agents' versions. If several servers add the same version at the same time, the key
 * refuses all but one.
 */
@ApplicationScoped
class AgentTable {

  private static final String IS_STORED =
      "SELECT version FROM agent WHERE tenant = ? AND version = ?";

  private static final String INSERT =
      """
      INSERT INTO agent (tenant, version, name, document, first_seen_at)
      VALUES (?, ?, ?, ?, CURRENT_TIMESTAMP)""";

  private static final String FIND =
      "SELECT name, document FROM agent WHERE tenant = ? AND version = ?";

  private static final String OF_NAME =
      """
      SELECT version, first_seen_at FROM agent WHERE tenant = ? AND name = ?
      ORDER BY first_seen_at DESC, version""";

  private final Database database;

  @Inject
  AgentTable(Database database) {
    this.database = database;
  }

  /**
   * Adds a version for a tenant, unless it is stored already.
   *
   * @throws DatabaseException if the database fails
   */
  @Transactional(TxType.NOT_SUPPORTED) // a duplicate key would roll back the caller's transaction
  void add(String tenant, AgentVersion version) {
    if (database.first(IS_STORED, row -> version, tenant, version.hash()).isEmpty()) {
      // the key is the hash of the content, so a server that is faster writes the same
      database.insertIfAbsent(
          INSERT, tenant, version.hash(), version.definition().name(), version.document());
    }
  }

  /**
   * Returns a version that a tenant has.
   *
   * @throws DatabaseException if the database fails
   */
  @Transactional(TxType.NOT_SUPPORTED) // that of a caller may have another connection
  Optional<AgentVersionRow> find(String tenant, String version) {
    return database.first(FIND, AgentVersionRow::read, tenant, version);
  }

  /**
   * Returns the versions of an agent that a tenant has, the newest first.
   *
   * @throws DatabaseException if the database fails
   */
  List<StoredVersion> versions(String tenant, String name) {
    return database.rows(OF_NAME, AgentTable::version, tenant, name);
  }

  private static StoredVersion version(Row row) {
    return new StoredVersion(row.text("version"), row.instant("first_seen_at"));
  }
}
