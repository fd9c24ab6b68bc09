package dev.reprise.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.output.Columns;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the effective configuration of a server. */
@Command(
    name = "configuration",
    description =
        "Prints the settings of a server with their sources, without secrets. The environment"
            + " variable REPRISE_PASSWORD has the password of the user, who must be an admin.",
    mixinStandardHelpOptions = true)
final class ConfigurationCommand implements Callable<Integer> {

  private static final Columns SETTINGS =
      Columns.of("NAME /name")
          .with("VALUE", ConfigurationCommand::value)
          .with("SOURCE", ConfigurationCommand::source);

  @Spec @Nullable CommandSpec spec;

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

  @Option(
      names = "--prefix",
      defaultValue = "",
      description = "Prints only settings whose names begin with it, such as reprise.approvals.")
  @Nullable String prefix;

  @Override
  public Integer call() throws IOException, RepriseException, InterruptedException {
    PrintWriter out = Objects.requireNonNull(spec, "picocli sets it").commandLine().getOut();
    String begin = Objects.requireNonNull(prefix, "it has a default");
    ApiRequest request =
        ApiRequest.of(Operation.SHOW_CONFIGURATION).query("prefix", Optional.of(begin));
    return server.ask(
        client -> client.send(request),
        answer -> {
          if (output.format().isPresent()) {
            output.output().all(SETTINGS, ClientJson.list(answer.path("items"), it -> it));
          } else {
            answer.path("items").forEach(setting -> print(setting, out));
          }
        });
  }

  /** Prints a line such as {@code reprise.lease = PT30S (default)}. */
  private static void print(JsonNode setting, PrintWriter out) {
    out.printf("%s = %s (%s)%n", setting.path("name").asText(), value(setting), source(setting));
  }

  private static String value(JsonNode setting) {
    return setting.path(setting.has("source") ? "value" : "default").asText("");
  }

  private static String source(JsonNode setting) {
    return setting.path("source").asText("default");
  }
}
