package dev.reprise.journal;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.journal.seal.EventEncoder;
import dev.reprise.journal.seal.PreparedAppend;
import dev.reprise.journal.store.Appender;
import dev.reprise.journal.store.EventTable;
import dev.reprise.platform.jdbc.SchemaMigration;
import dev.reprise.telemetry.Telemetry;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.sql.PooledConnection;
import org.apache.derby.jdbc.EmbeddedConnectionPoolDataSource;
import org.apache.derby.jdbc.EmbeddedDataSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.postgresql.ds.PGConnectionPoolDataSource;

/**
 * How long the appends take that a step with an effect needs before it continues: the result of the
 * previous call, the reply and the intent; without a server. For comparison, it measures the raw
 * commit of a row of 1 KB.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class AppendBenchmark {

  private static final UUID RUN = new UUID(1, 2);
  private static final Writer WRITER = new Writer(RUN, "default", 0);
  private static final String KILOBYTE = "0123456789abcdef".repeat(64);

  @Param({"derby", "postgresql"})
  String database = "derby";

  @Param({"PLAIN", "SEALED", "ENCRYPTED"})
  Protections protection = Protections.PLAIN;

  /** The server's default. */
  private static final Duration LINGER = Duration.ofMillis(2);

  private OneConnection connections = new OneConnection(null);
  private AutoCloseable server = () -> {};
  private Appender appender =
      new Appender(new EventTable(connections), health(), new Telemetry(), Duration.ZERO, LINGER);
  private EventEncoder recorder = Protections.PLAIN.recorder();
  private Position head = Position.START;

  @Setup
  public void open() throws IOException, SQLException {
    recorder = protection.recorder();
    connections = new OneConnection(database.equals("derby") ? derby() : postgresql());
    execute(
        """
        INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                         last_sequence, created_at, updated_at)
        VALUES ('%s', 'default', 'a', 'v', 'here', 'ana', 'RUNNING', 0, 0,
                CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)"""
            .formatted(RUN));
    execute("CREATE TABLE raw_commit (payload VARCHAR(1024))");
    appender =
        new Appender(EventTable.of(connections), health(), new Telemetry(), Duration.ZERO, LINGER);
  }

  private static StoreHealth health() {
    return new StoreHealth(Clock.systemUTC());
  }

  @TearDown
  public void close() throws Exception {
    connections.close();
    server.close();
  }

  @Benchmark
  public Position append() {
    var call = new ToolCall("c1", "act", JsonValue.EMPTY_OBJECT);
    add(
        new ToolCallEvent.Completed(
            new CallLocation("only", 1, "c0"), KILOBYTE, List.of(), Optional.empty()));
    add(Replies.of("only", 1, "", List.of(call), Usage.NONE));
    return add(new ToolCallEvent.Started(
            new CallLocation("only", 1, "c1"),
            "act",
            EffectClass.IDEMPOTENT,
            Optional.empty(),
            Optional.empty()))
        .await();
  }

  private PendingAppend add(RunEvent event) {
    PendingAppend appended =
        appender.append(
            PreparedAppend.of(recorder, WRITER, head, List.of(event), FencedUpdate.ONLY_ADVANCE));
    head = appended.end();
    return appended;
  }

  @Benchmark
  public int raw() throws SQLException {
    try (Connection connection = connections.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO raw_commit VALUES (?)")) {
      insert.setString(1, KILOBYTE);
      return insert.executeUpdate();
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = connections.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private PooledConnection derby() throws IOException, SQLException {
    Path place = Files.createTempDirectory(Path.of("target"), "append");
    var source = new EmbeddedConnectionPoolDataSource();
    source.setDatabaseName(place.resolve("derby").toString());
    source.setCreateDatabase("create");
    var migrated = new EmbeddedDataSource();
    migrated.setDatabaseName(source.getDatabaseName());
    migrated.setCreateDatabase("create");
    SchemaMigration.migrate(migrated);
    return source.getPooledConnection();
  }

  private PooledConnection postgresql() throws IOException, SQLException {
    EmbeddedPostgres started =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("full_page_writes", "on")
            .start();
    server = started;
    SchemaMigration.migrate(started.getPostgresDatabase());
    var source = new PGConnectionPoolDataSource();
    source.setUrl(started.getJdbcUrl("postgres", "postgres") + "&stringtype=unspecified");
    return source.getPooledConnection();
  }
}
