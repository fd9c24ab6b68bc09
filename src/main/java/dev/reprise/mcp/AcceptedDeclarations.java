package dev.reprise.mcp;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.platform.jdbc.RowValues;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * The accepted declarations of MCP servers' tools, in the database, for all servers that share it:
 * the first declaration of each tool, and those that an administrator acknowledged later. All
 * accepted declarations of a tool stay valid, so that MCP servers of different versions can be used
 * at the same time, and a return to an earlier declaration is no change. No declaration is deleted:
 * a tool that disappears and returns is compared with its earlier declarations.
 */
@ApplicationScoped
class AcceptedDeclarations {

  private final Database database;
  private final Clock clock;

  @Inject
  AcceptedDeclarations(Database database, Clock clock) {
    this.database = database;
    this.clock = clock;
  }

  /**
   * Returns the accepted declarations of a server's tools, the newest first.
   *
   * @throws DatabaseException if the database fails
   */
  List<RemoteDeclaration> of(String server) {
    return database.rows(
        "SELECT * FROM mcp_tool WHERE server = ? ORDER BY taken_at DESC, digest",
        AcceptedDeclarations::read,
        server);
  }

  private static RemoteDeclaration read(Row row) {
    return new RemoteDeclaration(
        row.text("name"),
        row.text("digest"),
        row.text("description"),
        row.text("arguments"),
        row.flag("read_only"));
  }

  /**
   * Returns which changed declarations of a server's tools were accepted, and by whom, the newest
   * first.
   *
   * @throws DatabaseException if the database fails
   */
  List<AcknowledgedTool> acknowledged(String server) {
    return database.rows(
        """
                SELECT name, digest, taken_by, taken_at FROM mcp_tool
                WHERE server = ? AND taken_by IS NOT NULL ORDER BY taken_at DESC, digest\
                """,
        row ->
            new AcknowledgedTool(
                row.text("name"),
                row.text("digest"),
                row.text("taken_by"),
                row.instant("taken_at")),
        server);
  }

  /**
   * Stores a declaration, unless it is stored already.
   *
   * @param by who acknowledges it; empty if it is the first one of its tool
   * @throws DatabaseException if the database fails
   */
  void accept(String server, RemoteDeclaration tool, Optional<String> by) {
    database.insertIfAbsent(
        RowValues.of("mcp_tool")
            .set("server", server)
            .set("name", tool.name())
            .set("digest", tool.digest())
            .set("description", tool.description())
            .set("arguments", tool.arguments())
            .set("read_only", tool.readOnly())
            .set("taken_at", clock.instant())
            .set("taken_by", by));
  }
}
