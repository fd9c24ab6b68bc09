package dev.reprise.cli;

import dev.reprise.client.ScriptedServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;

/** Runs commands against a server of prepared answers. */
abstract class AgainstScriptedServer {

  final ScriptedServer server = new ScriptedServer();
  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();

  @AfterEach
  final void close() {
    server.close();
  }

  /** Runs a command with the server's address and a key; returns its exit code. */
  final int execute(String... arguments) {
    return Main.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(
            Stream.concat(
                    Stream.of(arguments),
                    Stream.of("--server", server.address().toString(), "--api-key", "k"))
                .toArray(String[]::new));
  }
}
