package dev.reprise.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.cli.baseline.Baseline;
import dev.reprise.cli.baseline.Baselines;
import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.options.UsualFormat;
import dev.reprise.cli.output.Columns;
import dev.reprise.cli.output.OutputFormat;
import dev.reprise.client.http.RepriseException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Captures what a run did, and compares later runs with it. */
@Command(
    name = "baseline",
    description =
        "Captures what a run did in a file, and compares later runs with it. The environment"
            + " variable REPRISE_PASSWORD has the password of the user.",
    synopsisSubcommandLabel = "COMMAND",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true)
final class BaselineCommand {

  private static final String SAME = "same";
  private static final Columns CAPTURED = Columns.of("file /file, steps /steps");

  @Spec @Nullable CommandSpec spec;

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

  @Command(description = "Captures what a run did.")
  int capture(
      @Parameters(paramLabel = "RUN") UUID run,
      @Parameters(paramLabel = "FILE") Path file,
      @Option(
              names = "--command",
              required = true,
              description = "How the scenario is started, for people who capture it again.")
          String command)
      throws IOException, RepriseException, InterruptedException {
    return server.ask(
        client -> {
          Baseline baseline = new Baselines(client, Clock.systemUTC()).capture(run, command);
          baseline.write(file);
          return JsonNodeFactory.instance
              .objectNode()
              .put("file", file.toString())
              .put("steps", baseline.trace().steps().size());
        },
        answer -> output.output(UsualFormat.LINES).one(CAPTURED, answer));
  }

  @Command(description = "Compares a run with a baseline; the exit code is 1 if it differs.")
  int compare(@Parameters(paramLabel = "RUN") UUID run, @Parameters(paramLabel = "FILE") Path file)
      throws IOException, RepriseException, InterruptedException {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    int exit =
        server.ask(
            client -> {
              List<String> differences =
                  new Baselines(client, Clock.systemUTC()).differences(file, run);
              differences.forEach(result.putArray("differences")::add);
              return result.put(SAME, differences.isEmpty());
            },
            this::printComparison);
    return exit == 0 && !result.path(SAME).asBoolean() ? 1 : exit;
  }

  /** Prints a line for each difference, unless another form is asked for. */
  private void printComparison(JsonNode comparison) {
    if (output.format().filter(it -> it != OutputFormat.TABLE).isPresent()) {
      output.output().one(Columns.NONE, comparison);
      return;
    }
    PrintWriter out = Objects.requireNonNull(spec, "picocli sets it").commandLine().getOut();
    comparison.path("differences").forEach(it -> out.println(it.asText()));
    out.flush();
  }
}
