package dev.reprise.server;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A real PgBouncer before a PostgreSQL, which lends a connection for each transaction. */
public final class PgBouncerProcess implements AutoCloseable {

  private static final Path PROGRAM = Path.of("/usr/sbin/pgbouncer");
  private static final Duration START_LIMIT = Duration.ofSeconds(20);

  private final Process process;
  private final int port;

  private PgBouncerProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  public static boolean isInstalled() {
    return Files.isExecutable(PROGRAM);
  }

  /** Starts one, with few connections to the database, so that clients must share them. */
  public static PgBouncerProcess before(PostgresProcess postgres) {
    int port = Ports.free().http();
    try {
      Path directory = Files.createTempDirectory("reprise-pgbouncer-");
      // it does not work as root, but as another user, who must read its files
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
      Path users = Files.writeString(directory.resolve("users.txt"), "\"postgres\" \"\"\n");
      Path file =
          Files.writeString(
              directory.resolve("pgbouncer.ini"),
              """
              [databases]
              postgres = host=localhost port=%s dbname=postgres

              [pgbouncer]
              listen_addr = localhost
              listen_port = %d
              unix_socket_dir =
              auth_type = trust
              auth_file = %s
              pool_mode = transaction
              default_pool_size = 4
              max_client_conn = 200
              ignore_startup_parameters = extra_float_digits, options
              """
                  .formatted(postgres.address().replaceFirst(".*:", ""), port, users));
      List<String> command = new ArrayList<>(List.of(PROGRAM.toString(), "-q"));
      if (System.getProperty("user.name").equals("root")) {
        command.addAll(List.of("-u", "nobody"));
      }
      command.add(file.toString());
      var started =
          new PgBouncerProcess(
              new ProcessBuilder(command)
                  .redirectErrorStream(true)
                  .redirectOutput(directory.resolve("log").toFile())
                  .start(),
              port);
      await().atMost(START_LIMIT).until(started::listens);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean listens() {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress("localhost", port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns where it listens, as a server is told. */
  public String address() {
    return "localhost:" + port;
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
