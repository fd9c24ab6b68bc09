package dev.reprise.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.cli.client.ServerClient;
import java.io.IOException;
import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The options of commands that ask a server. The environment variable {@code REPRISE_PASSWORD} has
 * the password of the user.
 */
final class ServerOptions {

  @Spec(Spec.Target.MIXEE)
  @Nullable CommandSpec spec;

  @Option(
      names = "--server",
      paramLabel = "URL",
      scope = ScopeType.INHERIT,
      defaultValue = "http://localhost:9080",
      description = "The address of the server; by default ${DEFAULT-VALUE}.")
  @Nullable URI server;

  @Option(
      names = "--user",
      scope = ScopeType.INHERIT,
      defaultValue = "admin",
      description = "By default ${DEFAULT-VALUE}.")
  @Nullable String user;

  /** Asks a server something. */
  interface Question {
    JsonNode ask(ServerClient client)
        throws IOException, ServerClient.RefusedException, InterruptedException;
  }

  /** Prints an answer. */
  interface Printer {
    void print(JsonNode answer);
  }

  /** Asks the server, prints the answer, and returns the exit code. */
  int ask(Question question, Printer printer) throws InterruptedException {
    CommandSpec command = Objects.requireNonNull(spec, "picocli sets it");
    URI address = Objects.requireNonNull(server, "it has a default");
    String name = Objects.requireNonNull(user, "it has a default");
    String password = System.getenv("REPRISE_PASSWORD");
    if (password == null) {
      command
          .commandLine()
          .getErr()
          .println("cannot log in: the environment variable REPRISE_PASSWORD must be set");
      return 2;
    }
    try (var client = new ServerClient(address, name, password)) {
      printer.print(question.ask(client));
      return 0;
    } catch (IOException | IllegalArgumentException | ServerClient.RefusedException e) {
      String what =
          e instanceof ServerClient.RefusedException ? "" : e.getClass().getSimpleName() + ": ";
      command.commandLine().getErr().println(what + e.getMessage());
      return 1;
    }
  }
}
