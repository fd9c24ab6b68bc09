package dev.reprise.definition;

import dev.reprise.platform.jdbc.JdbcTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Adds versions to the table of agents. Plain SQL: of several that add the same version in the same
 * moment all but one are refused by its key, and the persistence provider logs each refusal as a
 * fault.
 */
@ApplicationScoped
class AgentTable {

  private static final String DUPLICATE_KEY = "23505";

  private static final String IS_KEPT =
      "SELECT version FROM agent WHERE tenant = ? AND version = ?";

  private static final String INSERT =
      "INSERT INTO agent (tenant, version, name, document) VALUES (?, ?, ?, ?)";

  private DataSource database;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  AgentTable() {}

  @Inject
  AgentTable(DataSource database) {
    this.database = database;
  }

  /**
   * Adds a version for a tenant; does nothing if it is there already.
   *
   * @throws AgentsUnavailableException if the database fails
   */
  void add(String tenant, AgentVersion version) {
    try {
      if (!isKept(tenant, version)) {
        insert(tenant, version);
      }
    } catch (SQLException e) {
      throw new AgentsUnavailableException(e);
    }
  }

  private boolean isKept(String tenant, AgentVersion version) throws SQLException {
    return JdbcTransaction.single(
        database,
        transaction ->
            !transaction.rows(IS_KEPT, row -> version, tenant, version.hash()).isEmpty());
  }

  /** Its key is the hash of its content, so whoever was faster has written the same. */
  private void insert(String tenant, AgentVersion version) throws SQLException {
    try {
      JdbcTransaction.single(
          database,
          transaction ->
              transaction.update(
                  INSERT, tenant, version.hash(), version.definition().name(), version.document()));
    } catch (SQLException e) {
      if (!DUPLICATE_KEY.equals(e.getSQLState())) {
        throw e;
      }
    }
  }
}
