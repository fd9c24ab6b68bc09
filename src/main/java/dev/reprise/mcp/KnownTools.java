package dev.reprise.mcp;

import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.SqlErrors;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the tools of MCP servers, in the database, for all servers that share it: what
 * was seen first of each tool, which is taken for true, and what an administrator acknowledged
 * later. Of a tool all of these hold side by side, so that servers which are not of one version get
 * along, and a tool that is declared as it once was is no news. Nothing is ever forgotten: a tool
 * that vanishes and returns is compared with what it was.
 */
@ApplicationScoped
class KnownTools {

  private DataSource database;
  private Clock clock;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  KnownTools() {}

  @Inject
  KnownTools(DataSource database, Clock clock) {
    this.database = database;
    this.clock = clock;
  }

  /**
   * Returns what is known of the tools of a server, the newest first.
   *
   * @throws SQLException if the database fails
   */
  List<RemoteDeclaration> of(String server) throws SQLException {
    return JdbcTransaction.single(
        database,
        transaction ->
            transaction.rows(
                "SELECT * FROM mcp_tool WHERE server = ? ORDER BY taken_at DESC, digest",
                KnownTools::read,
                server));
  }

  private static RemoteDeclaration read(ResultSet row) throws SQLException {
    return new RemoteDeclaration(
        row.getString("name"),
        row.getString("digest"),
        row.getString("description"),
        row.getString("arguments"),
        row.getBoolean("read_only"));
  }

  /**
   * Makes a declaration known; one that is known already stays as it is.
   *
   * @param by who acknowledges it; empty if it is the first of its tool
   * @throws SQLException if the database fails
   */
  void take(String server, RemoteDeclaration tool, Optional<String> by) throws SQLException {
    try {
      insert(server, tool, by.orElse(null));
    } catch (SQLException e) {
      if (!SqlErrors.isDuplicateKey(e)) {
        throw e;
      }
    }
  }

  private void insert(String server, RemoteDeclaration tool, @Nullable String by)
      throws SQLException {
    JdbcTransaction.single(
        database,
        transaction ->
            transaction.update(
                """
                INSERT INTO mcp_tool (server, name, digest, description, arguments, read_only,
                  taken_at, taken_by)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
                server,
                tool.name(),
                tool.digest(),
                tool.description(),
                tool.arguments(),
                tool.readOnly(),
                Timestamp.from(clock.instant()),
                by));
  }
}
