package dev.reprise.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of the packed server finds the jar beside it, and the drivers of the server. */
class LaunchScriptIT {

  private final Path root;

  LaunchScriptIT(@TempDir Path root) {
    this.root = root;
  }

  @BeforeEach
  void unpack() throws IOException {
    Files.createDirectories(root.resolve("bin"));
    Files.copy(Path.of("src/build/reprise.sh"), root.resolve("bin/reprise"));
    Files.createSymbolicLink(
        root.resolve("bin/reprise-cli.jar"), Build.current().target().resolve("reprise-cli.jar"));
  }

  @Test
  void findsTheDriversOfTheServer() throws Exception {
    Path server = Files.createDirectories(root.resolve("usr/servers/reprise"));
    Files.createSymbolicLink(server.resolve("drivers"), Build.current().drivers());

    assertThat(errors("database", "status", "--hosts", "localhost:1")).contains("refused");
  }

  @Test
  void saysWhereDriversBelong() throws Exception {
    assertThat(errors("database", "status", "--hosts", "localhost:1"))
        .startsWith("there is no JDBC driver for jdbc:postgresql://localhost:1/")
        .contains("usr/servers/reprise/drivers");
  }

  private String errors(String... arguments) throws IOException, InterruptedException {
    var command = new ProcessBuilder("sh", root.resolve("bin/reprise").toString());
    command.command().addAll(List.of(arguments));
    command.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = command.start();
    String errors = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).isEqualTo(1);
    return errors;
  }
}
