package dev.reprise.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.cli.agent.AgentTest;
import dev.reprise.cli.options.DocumentFile;
import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.output.ExitCode;
import dev.reprise.client.http.RepriseException;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows agents, and checks their documents. */
@Command(
    name = "agent",
    description = "Shows agents, and checks their documents.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class AgentCommand {

  @Spec @Nullable CommandSpec spec;

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

  @Command(
      description =
          "Tests an agent: submits a run for each case of a file, and compares how it ended.",
      mixinStandardHelpOptions = true)
  int test(
      @Parameters(paramLabel = "FILE", description = "The cases as JSON or YAML.") String file,
      @Option(
              names = "--timeout",
              paramLabel = "TIME",
              defaultValue = "PT10M",
              description = "How long a run may take; by default ${DEFAULT-VALUE}.")
          Duration timeout)
      throws IOException, RepriseException, InterruptedException {
    AgentTest test = AgentTest.of(DocumentFile.object(file));
    PrintWriter err = Objects.requireNonNull(spec, "picocli sets it").commandLine().getErr();
    try (var client = server.patientClient()) {
      List<JsonNode> results = test.carryOut(client, timeout, err);
      output.output().all(AgentTest.COLUMNS, results);
      return AgentTest.hasPassed(results) ? ExitCode.OK.number() : ExitCode.FAILURE.number();
    }
  }
}
