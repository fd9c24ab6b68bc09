package dev.reprise.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.cli.output.Columns;
import dev.reprise.cli.output.ExitCode;
import dev.reprise.client.Page;
import dev.reprise.client.http.RepriseException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Lists the tool calls of a run. */
@Command(
    name = "calls",
    description = "Lists the tool calls of a run, those of the newest reply first.",
    mixinStandardHelpOptions = true)
final class CallsCommand implements Callable<Integer> {

  private static final Columns COLUMNS =
      Columns.NONE
          .with("PHASE", "/phase")
          .with("ITERATION", "/iteration")
          .with("ID", "/id")
          .with("TOOL", "/tool")
          .with("STATUS", "/status")
          .with("ATTEMPTS", "/attempts")
          .with("REQUESTED", "/requestEvent/sequence")
          .with("ENDED", "/endEvent/sequence")
          .with("CHILD RUN", "/run")
          .with("FAILURE", "/failure/code")
          .with("ARGUMENTS", "/arguments");

  @ParentCommand @Nullable RunCommand group;

  @Parameters(paramLabel = "RUN")
  @Nullable UUID run;

  @Option(
      names = "--status",
      description =
          "Only with this status: pending, waiting, running, completed, failed or unknown.")
  @Nullable String status;

  @Option(
      names = "--limit",
      defaultValue = "50",
      description = "How many at most; by default ${DEFAULT-VALUE}.")
  int limit;

  @Override
  public Integer call() throws RepriseException, InterruptedException {
    RunCommand commands = Objects.requireNonNull(group, "picocli sets it");
    UUID id = Objects.requireNonNull(run, "it is required");
    Optional<String> wanted = Optional.ofNullable(status).map(it -> it.toUpperCase(Locale.ROOT));
    try (var client = commands.server.client()) {
      List<JsonNode> calls =
          Page.first(limit, cursor -> client.history().calls(id, wanted, cursor));
      commands.output.output().all(COLUMNS, calls);
      return ExitCode.OK.number();
    }
  }
}
