package dev.reprise.server;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * A real PostgreSQL of the test's own. A test can crash it and start it again on its port and its
 * data. What it has committed outlives its crash.
 */
public final class PostgresProcess implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final int ANY_PORT = 0;

  private static final String SESSIONS =
      """
      SELECT CONCAT_WS(' ', pid, state, 'since', clock_timestamp() - state_change, wait_event_type,
                       wait_event, 'blocked by', pg_blocking_pids(pid), LEFT(query, 80))
      FROM pg_stat_activity
      WHERE state <> 'idle' AND pid <> pg_backend_pid() ORDER BY xact_start""";

  private final Path data;
  private EmbeddedPostgres postgres;

  private PostgresProcess(Path data) {
    this.data = data;
    this.postgres = launch(data, ANY_PORT);
  }

  /**
   * Creates an empty database in a directory of this name, below {@code target/postgres-processes}
   * and the fork, and starts it.
   */
  public static PostgresProcess start(String name) {
    Path data = Build.current().ofFork("postgres-processes").resolve(name);
    try {
      ServerDirectory.deleteTree(data);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new PostgresProcess(data);
  }

  /** Returns these options with this database instead of the embedded one. */
  public ServerOptions serve(ServerOptions options) {
    return options
        .with("REPRISE_DATABASE", "postgresql")
        .with("REPRISE_DATABASE_PORT", Integer.toString(postgres.getPort()))
        .with("REPRISE_DATABASE_NAME", "postgres")
        .with("REPRISE_DATABASE_USER", "postgres")
        .with("REPRISE_DATABASE_PASSWORD", "trusted-on-loopback");
  }

  /** Returns a data source that reaches the database directly and not through the server. */
  public DataSource database() {
    return database("postgres", "postgres");
  }

  /** Returns a data source for a user and a database of these names. */
  public DataSource database(String user, String name) {
    return postgres.getDatabase(user, name, Map.of("stringtype", "unspecified"));
  }

  /** Executes a statement in the database, and not through the server. */
  public void execute(String sql) throws SQLException {
    try (var connection = database().getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns what its sessions are doing, with those that block others first. */
  public List<String> sessions() {
    try (var connection = database().getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(SESSIONS)) {
      List<String> sessions = new ArrayList<>();
      while (rows.next()) {
        sessions.add(rows.getString(1));
      }
      return sessions;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns where it listens, as a server is told. */
  public String address() {
    return "localhost:" + postgres.getPort();
  }

  /** Asks this user for a password from now on; the others are trusted. */
  public void requirePassword(String user) throws IOException, SQLException {
    authenticate("host all %s all scram-sha-256".formatted(user));
  }

  /** Puts a rule of {@code pg_hba.conf} before the others. */
  public void authenticate(String rule) throws IOException, SQLException {
    Path rules = data.resolve("pg_hba.conf");
    Files.writeString(rules, rule + System.lineSeparator() + Files.readString(rules));
    execute("SELECT pg_reload_conf()");
  }

  /** Speaks TLS with this certificate from now on, also if it did before with another one. */
  public void speakTls(TestCertificate certificate, Path authorityOfClients) throws SQLException {
    set("ssl_cert_file", certificate.pem().toAbsolutePath().toString());
    set("ssl_key_file", certificate.keyAsPem().toAbsolutePath().toString());
    set("ssl_ca_file", authorityOfClients.toAbsolutePath().toString());
    set("ssl", "on");
  }

  /** Ends the sessions of a user, as a failure of the network does. */
  public void endSessionsOf(String user) throws SQLException {
    execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '" + user + "'");
  }

  /** Carries out statements, without the server. */
  public void execute(String... statements) throws SQLException {
    try (var connection = database().getConnection();
        var statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Makes a standby of it, which follows its commits and answers reads. */
  public PostgresProcess standby(String name) throws IOException, SQLException {
    Path copy = Build.current().ofFork("postgres-processes").resolve(name);
    ServerDirectory.deleteTree(copy);
    try (var connection = database().getConnection()) {
      PostgresBackup.copy(connection, data, copy);
    }
    Files.createFile(copy.resolve("standby.signal"));
    Files.writeString(
        copy.resolve("postgresql.auto.conf"),
        "primary_conninfo = 'host=localhost port=%d user=postgres'%n".formatted(postgres.getPort()),
        StandardOpenOption.APPEND);
    return new PostgresProcess(copy);
  }

  /** Ends all its processes at once, without a checkpoint, and waits until they are gone. */
  public void crash() {
    ProcessHandle postmaster = postmaster();
    Signals.send("QUIT", postmaster.pid());
    postmaster.onExit().orTimeout(START_LIMIT.toSeconds(), TimeUnit.SECONDS).join();
  }

  /** Stops all its processes in the middle of their work: connections stay, and nothing answers. */
  public void suspend() {
    signalAll("STOP");
  }

  /** Lets its processes continue after a {@link #suspend}. */
  public void resume() {
    signalAll("CONT");
  }

  /**
   * Lets no commit that writes return from now on: each waits for a copy that is not there. What it
   * wrote stays locked meanwhile, and is committed at the latest by {@link #answerCommits}.
   */
  public void holdCommits() throws SQLException {
    set("synchronous_standby_names", "absent");
  }

  /** Lets commits return after a {@link #holdCommits}. */
  public void answerCommits() throws SQLException {
    set("synchronous_standby_names", "");
  }

  /**
   * Archives from now on what it writes, after a restart, and makes a base backup.
   *
   * @param place a directory for the backup and the archive
   */
  public PostgresBackup backUp(Path place) throws IOException, SQLException {
    var backup = new PostgresBackup(place);
    set("archive_mode", "on");
    set("archive_command", backup.archiveCommand());
    restart();
    try (var connection = database().getConnection()) {
      backup.make(connection, data);
    }
    return backup;
  }

  /** Becomes what it was at this time, on the same port, whether it runs or has crashed. */
  public void restore(PostgresBackup backup, Instant time) throws IOException {
    close();
    ServerDirectory.deleteTree(data);
    backup.restore(data, time);
    restart();
  }

  /** Sets a parameter that takes effect without a restart. */
  public void set(String parameter, String value) throws SQLException {
    execute("ALTER SYSTEM SET %s = '%s'".formatted(parameter, value), "SELECT pg_reload_conf()");
  }

  private void signalAll(String signal) {
    ProcessHandle postmaster = postmaster();
    // Its children first: while it stands still, none of them vanishes.
    postmaster.children().forEach(child -> Signals.send(signal, child.pid()));
    Signals.send(signal, postmaster.pid());
  }

  /**
   * Finds the process by its own file: the process that was started may only have been its parent.
   */
  private ProcessHandle postmaster() {
    try (var lines = Files.lines(data.resolve("postmaster.pid"))) {
      return ProcessHandle.of(Long.parseLong(lines.findFirst().orElseThrow())).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts it after a crash, on the same port, and waits until it has recovered. */
  public void restart() {
    int port = postgres.getPort();
    close();
    postgres = launch(data, port);
  }

  @Override
  public void close() {
    try {
      postgres.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static EmbeddedPostgres launch(Path data, int port) {
    var builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(data)
            .setCleanDataDirectory(false)
            .setPGStartupWait(START_LIMIT)
            .setServerConfig("synchronous_commit", "on");
    if (port != ANY_PORT) {
      builder.setPort(port);
    }
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
