package dev.reprise.bench;

import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/** A kind of database, durable as in production, for servers and for raw commits beside them. */
interface BenchDatabase extends AutoCloseable {

  /** Returns the name of the database in the results. */
  String name();

  /** Returns these options for a server on a new, empty database. */
  ServerOptions underServer(ServerOptions options, String server) throws SQLException;

  /** Opens a connection to a database of the same kind, on the same disk, that no server uses. */
  Connection connectRaw() throws SQLException;

  /**
   * Opens the database of a server that is stopped, for many writers.
   *
   * @throws SQLException if it cannot be opened
   */
  StoppedDatabase openUnder(BenchServer server) throws SQLException;

  /** Returns the log of the database of a running server. */
  DatabaseLog logUnder(BenchServer server) throws SQLException;

  @Override
  void close() throws IOException, SQLException;

  /** Returns the running database with this name. */
  static BenchDatabase named(String name, Path directory) throws Exception {
    return switch (name) {
      case "derby" -> new Derby(directory.resolve("derby-raw"));
      case "postgresql" -> Postgres.start(directory.resolve("postgresql"));
      default -> throw new IllegalArgumentException("no database '" + name + "' to measure");
    };
  }
}
