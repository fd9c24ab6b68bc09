package dev.reprise.bench;

import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.apache.derby.jdbc.EmbeddedDataSource;

/** Derby in the server's process, and in this process for raw commits. */
final class Derby implements BenchDatabase {

  private final Path raw;

  Derby(Path raw) throws IOException {
    this.raw = raw;
    Directories.delete(raw);
  }

  @Override
  public String name() {
    return "derby";
  }

  @Override
  public ServerOptions underServer(ServerOptions options, String server) {
    return options; // a new server has an empty database of its own
  }

  @Override
  public Connection connectRaw() throws SQLException {
    return DriverManager.getConnection("jdbc:derby:" + raw + ";create=true");
  }

  @Override
  public StoppedDatabase openUnder(BenchServer server) {
    var database = new EmbeddedDataSource();
    Path place = server.process().data().resolve("reprise");
    database.setDatabaseName(place.toString());
    List<String> settle =
        List.of(
            "CALL SYSCS_UTIL.SYSCS_UPDATE_STATISTICS('APP', 'RUN', NULL)",
            "CALL SYSCS_UTIL.SYSCS_UPDATE_STATISTICS('APP', 'EVENT', NULL)");
    return new StoppedDatabase(database, settle, () -> shutDown(place));
  }

  @Override
  public DatabaseLog logUnder(BenchServer server) {
    return new DerbyLog(server.process().data().resolve("reprise"));
  }

  @Override
  public void close() throws SQLException {
    shutDown(raw);
  }

  private static void shutDown(Path database) throws SQLException {
    try {
      DriverManager.getConnection("jdbc:derby:" + database + ";shutdown=true").close();
    } catch (SQLException e) {
      if (!"08006".equals(e.getSQLState()) && !"XJ004".equals(e.getSQLState())) {
        throw e; // not Derby's report of a shutdown or a missing database
      }
    }
  }
}
