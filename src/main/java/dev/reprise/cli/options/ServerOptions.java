package dev.reprise.cli.options;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.cli.output.ExitCode;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.http.Connection;
import dev.reprise.client.http.RepriseException;
import dev.reprise.client.http.RetryPolicy;
import dev.reprise.platform.FailureText;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The options of commands that ask a server. Tested by {@code CommandLineTest}. */
public final class ServerOptions {

  @Spec(Spec.Target.MIXEE)
  @Nullable CommandSpec spec;

  @Option(
      names = "--server",
      paramLabel = "URL",
      scope = ScopeType.INHERIT,
      description = "The address of the server; by default http://localhost:9080.")
  @Nullable URI server;

  @Option(
      names = "--user",
      scope = ScopeType.INHERIT,
      description =
          "Who logs in, by default admin, with the password of the environment variable"
              + " REPRISE_PASSWORD.")
  @Nullable String user;

  @Option(
      names = "--api-key",
      paramLabel = "KEY",
      scope = ScopeType.INHERIT,
      description =
          "Instead of a user. Other users of this machine see options: REPRISE_API_KEY hides it.")
  @Nullable String apiKey;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      scope = ScopeType.INHERIT,
      description = "The profile of ~/.config/reprise/config.yaml that says the rest.")
  @Nullable String profile;

  /** Asks a server something. */
  @FunctionalInterface
  public interface Question {
    JsonNode ask(RepriseClient client) throws IOException, RepriseException, InterruptedException;
  }

  /** Asks the server, prints the answer, and returns the exit code of a success. */
  public int ask(Question question, Consumer<JsonNode> printer)
      throws IOException, RepriseException, InterruptedException {
    try (var client = client()) {
      printer.accept(question.ask(client));
      return ExitCode.OK.number();
    }
  }

  /**
   * Returns a client, which the caller closes.
   *
   * @throws CommandLine.ParameterException if it is not clear which server is asked, or as whom
   */
  public RepriseClient client() {
    return client(RetryPolicy.DEFAULT);
  }

  /** The same, for commands that wait anyway: the server may not have started yet. */
  public RepriseClient patientClient() {
    return client(RetryPolicy.DEFAULT.alsoWhileItStarts());
  }

  private RepriseClient client(RetryPolicy policy) {
    return new RepriseClient(connection(), policy);
  }

  /**
   * Returns which server is asked, and as whom.
   *
   * @throws CommandLine.ParameterException if that is not clear
   */
  public Connection connection() {
    try {
      return choice(System.getenv()).connection();
    } catch (IOException | IllegalArgumentException e) {
      throw new CommandLine.ParameterException(
          Objects.requireNonNull(spec, "picocli sets it").commandLine(), FailureText.of(e));
    }
  }

  private ConnectionChoice choice(Map<String, String> environment) throws IOException {
    Profiles profiles = Profiles.read(Profiles.path(environment));
    Optional<String> named =
        Optional.ofNullable(profile)
            .or(() -> Optional.ofNullable(environment.get("REPRISE_PROFILE")));
    return new ConnectionChoice(
        new ConnectionChoice.Flags(
            Optional.ofNullable(server), Optional.ofNullable(user), Optional.ofNullable(apiKey)),
        environment,
        profiles.find(named));
  }
}
