package dev.reprise.bench;

import dev.reprise.server.ServerOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** The benchmark's own PostgreSQL server; each server of the product gets a new database. */
record Postgres(EmbeddedPostgres server) implements BenchDatabase {

  /** Settings for durability, which the embedded server turns off for tests. */
  private static final Map<String, String> DURABLE =
      Map.of("fsync", "on", "synchronous_commit", "on", "full_page_writes", "on");

  static Postgres start(Path directory) throws IOException, SQLException {
    Directories.delete(directory);
    var builder = EmbeddedPostgres.builder().setDataDirectory(directory);
    DURABLE.forEach(builder::setServerConfig);
    // Prevents a checkpoint in the middle of a measurement.
    builder.setServerConfig("checkpoint_timeout", "1h").setServerConfig("max_wal_size", "8GB");
    var postgres = new Postgres(builder.start());
    for (var setting : DURABLE.entrySet()) {
      postgres.require(setting.getKey(), setting.getValue());
    }
    return postgres;
  }

  private void require(String setting, String value) throws SQLException {
    try (Connection connection = connectRaw();
        var statement = connection.createStatement();
        var row = statement.executeQuery("SHOW " + setting)) {
      if (!row.next() || !row.getString(1).equals(value)) {
        throw new IllegalStateException(
            "PostgreSQL does not run with %s=%s".formatted(setting, value));
      }
    }
  }

  @Override
  public String name() {
    return "postgresql";
  }

  @Override
  public ServerOptions underServer(ServerOptions options, String server) throws SQLException {
    String database = server.replace('-', '_');
    execute("DROP DATABASE IF EXISTS " + database);
    execute("CREATE DATABASE " + database);
    return on(options, database);
  }

  /** Returns these options for a server on an existing database. */
  ServerOptions on(ServerOptions options, String database) {
    return options
        .with("REPRISE_DATABASE", "postgresql")
        .with("REPRISE_DATABASE_PORT", Integer.toString(server.getPort()))
        .with("REPRISE_DATABASE_NAME", database)
        .with("REPRISE_DATABASE_USER", "postgres")
        .with("REPRISE_DATABASE_PASSWORD", "trusted-on-loopback");
  }

  void execute(String statement) throws SQLException {
    try (Connection connection = connectRaw()) {
      connection.createStatement().execute(statement);
    }
  }

  @Override
  public Connection connectRaw() throws SQLException {
    return server.getPostgresDatabase().getConnection();
  }

  /** With the driver's settings of the product's server. */
  @Override
  public StoppedDatabase openUnder(BenchServer server) {
    DataSource database =
        this.server.getDatabase(
            "postgres",
            server.process().directory().getFileName().toString().replace('-', '_'),
            Map.of("stringtype", "unspecified", "reWriteBatchedInserts", "true"));
    return new StoppedDatabase(
        database, List.of("VACUUM (ANALYZE) run", "VACUUM (ANALYZE) event"), () -> {});
  }

  @Override
  public DatabaseLog logUnder(BenchServer server) throws SQLException {
    return WriteAheadLog.behindCheckpoint(connectRaw());
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
