package dev.reprise.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A start waits for its database, and a server that cannot start ends. */
@Tag("postgresql")
class StartIT {

  private static final String WAITS = "the start waits for the database, until ";
  private static final String GOES_ON = "the database can be used now";

  private static final PostgresProcess POSTGRES = PostgresProcess.start("start");
  private static final ServerOptions OPTIONS = POSTGRES.serve(ServerOptions.DEFAULT);

  @AfterAll
  static void close() {
    POSTGRES.close();
  }

  @Test
  void waitsForADatabaseThatIsStillAway() {
    try (var server = ServerProcess.named("start-away", OPTIONS)) {
      POSTGRES.crash();
      var ready = CompletableFuture.runAsync(server::start);
      try {
        awaitLine(server, WAITS);
      } finally {
        POSTGRES.restart();
      }

      ready.orTimeout(1, TimeUnit.MINUTES).join();

      assertThat(Runs.of(server).list()).isNotNull();
      assertThat(lines(server)).filteredOn(line -> line.contains(WAITS)).hasSize(1);
      assertThat(lines(server)).filteredOn(line -> line.contains(GOES_ON)).hasSize(1);
      assertThat(stackTraceLines(server)).isEmpty();
    }
  }

  /** What an administrator of the database can mend while a start waits. */
  enum Fault {
    NO_DATABASE("does not exist", "CREATE DATABASE no_database OWNER no_database") {
      @Override
      void make() throws SQLException {
        execute("DROP DATABASE no_database");
      }
    },
    WRONG_PASSWORD(
        "password authentication failed",
        "ALTER ROLE wrong_password PASSWORD 'trusted-on-loopback'") {
      @Override
      void make() throws IOException, SQLException {
        POSTGRES.requirePassword("wrong_password");
      }
    },
    OTHER_OWNER("permission denied", "ALTER DATABASE other_owner OWNER TO other_owner") {
      @Override
      void make() throws SQLException {
        execute("ALTER DATABASE other_owner OWNER TO postgres");
      }
    },
    READS_ONLY(
        "targetServerType: primary", "ALTER ROLE reads_only RESET default_transaction_read_only") {
      @Override
      void make() throws SQLException {
        execute("ALTER ROLE reads_only SET default_transaction_read_only = on");
      }
    };

    private final String reason;
    private final String remedy;

    Fault(String reason, String remedy) {
      this.reason = reason;
      this.remedy = remedy;
    }

    abstract void make() throws IOException, SQLException;

    /** The name of the database and of its owner. */
    String owner() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @ParameterizedTest
  @EnumSource
  void waitsForADatabaseThatIsNotSetUp(Fault fault) throws IOException, SQLException {
    String owner = fault.owner();
    execute("CREATE ROLE %s LOGIN PASSWORD 'another'".formatted(owner));
    execute("CREATE DATABASE %1$s OWNER %1$s".formatted(owner));
    fault.make();
    try (var server =
        ServerProcess.named(
            "start-" + owner,
            OPTIONS.with("REPRISE_DATABASE_NAME", owner).with("REPRISE_DATABASE_USER", owner))) {
      var ready = CompletableFuture.runAsync(server::start);
      awaitLine(server, WAITS);
      assertThat(lines(server)).anyMatch(it -> it.contains(WAITS) && it.contains(fault.reason));
      execute(fault.remedy);

      ready.orTimeout(1, TimeUnit.MINUTES).join();
    }
  }

  @Test
  void isStoppedWhileItWaits() {
    try (var server =
        ServerProcess.named("start-stopped", OPTIONS.with("REPRISE_DATABASE_NAME", "absent"))) {
      var status = CompletableFuture.supplyAsync(server::startToItsEnd);
      awaitLine(server, WAITS);
      server.stop();

      assertThat(status.join()).isEqualTo(143);
    }
  }

  @Test
  void endsIfADatabaseAcceptsConnectionsAndDoesNotAnswer() throws IOException {
    try (var mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var server =
            ServerProcess.named(
                "start-mute",
                OPTIONS
                    .with("REPRISE_DATABASE_PORT", Integer.toString(mute.getLocalPort()))
                    .with("REPRISE_DATABASE_WAIT", "PT1S"))) {
      assertThat(server.startToItsEnd()).isEqualTo(69);

      assertThat(lines(server))
          .filteredOn(line -> line.contains(" E "))
          .singleElement()
          .asString()
          .contains("the server ends with status 69: the database jdbc/reprise cannot be used: ");
      assertThat(stackTraceLines(server)).isEmpty();
    }
  }

  @Test
  void endsIfAnotherServerHasItsName() {
    ServerOptions named = OPTIONS.with("REPRISE_SERVER_NAME", "one");
    try (var first = ServerProcess.named("start-name", named);
        var second = ServerProcess.named("start-name-too", named)) {
      first.start();

      assertThat(second.startToItsEnd()).isEqualTo(78);

      assertThat(lines(second))
          .filteredOn(line -> line.contains(" E "))
          .singleElement()
          .asString()
          .contains("another server of this database is named 'one' and alive");
    }
  }

  /** A check that the container makes, or code of ours that fails, has no line of its own. */
  @Test
  void endsIfAnythingElseFails() {
    try (var server =
        ServerProcess.named(
            "start-other",
            OPTIONS
                .with("REPRISE_TENANT_PATTERN", "(.*)")
                .with("REPRISE_WORKSPACES", "effects=/tmp"))) {
      assertThat(server.startToItsEnd()).isEqualTo(70);
    }
  }

  private static void awaitLine(ServerProcess server, String text) {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> lines(server), lines -> lines.stream().anyMatch(it -> it.contains(text)));
  }

  private static List<String> lines(ServerProcess server) {
    try {
      return Files.exists(server.log()) ? Files.readAllLines(server.log()) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> stackTraceLines(ServerProcess server) {
    return lines(server).stream().filter(line -> line.stripLeading().startsWith("at ")).toList();
  }

  private static void execute(String sql) throws SQLException {
    try (var connection = POSTGRES.database().getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
