package dev.reprise.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.cli.options.ChangeOptions;
import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.output.Columns;
import dev.reprise.cli.output.ExitCode;
import dev.reprise.cli.run.FilterOptions;
import dev.reprise.cli.run.RunCommand;
import dev.reprise.client.BulkOperations;
import dev.reprise.client.RunFilter;
import dev.reprise.client.http.RepriseException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Acts on many runs, and shows what has become of them. */
@Command(
    name = "bulk",
    description = "Acts on many runs at once.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class BulkCommand {

  private static final Duration POLL = Duration.ofSeconds(1);

  static final Columns OPERATION =
      Columns.of(
          """
          ID /id, STATUS /status, ACT /act, RUNS /runs/total, ACCEPTED /runs/succeeded,
          REFUSED /runs/failed, PENDING /runs/pending, RUNS NOW /runs/byStatus, BY /by,
          CREATED /times/createdAt""");

  @Spec @Nullable CommandSpec spec;

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

  /** Whether the act is only shown, or how many runs it may be done on. */
  static final class Extent {

    @Option(names = "--dry-run", description = "Shows on how many runs it would be done.")
    boolean dryRun;

    @Option(
        names = "--at-most",
        paramLabel = "RUNS",
        description = "Does it, unless it would be done on more runs than these.")
    @Nullable Integer atMost;
  }

  @Command(
      description =
          "Does something to all runs that are meant: cancel, pause, resume, retry, erase, migrate"
              + " or approve.",
      mixinStandardHelpOptions = true)
  int act(
      @Parameters(paramLabel = "ACT") String act,
      @Mixin FilterOptions options,
      @ArgGroup(multiplicity = "1") Extent extent,
      @Mixin ChangeOptions change,
      @Option(names = "--wait", description = "Waits until it was tried on each run.")
          boolean waits)
      throws RepriseException, InterruptedException {
    String name = act.toUpperCase(Locale.ROOT);
    RunFilter filter = options.filter();
    try (var client = waits ? server.patientClient() : server.client()) {
      BulkOperations operations = client.bulkOperations();
      JsonNode preview = operations.preview(name, filter);
      if (extent.atMost == null) {
        output.output().one(RunCommand.PREVIEW, preview);
        return ExitCode.OK.number();
      }
      if (preview.path("runs").asInt() > extent.atMost) {
        Objects.requireNonNull(spec, "picocli sets it")
            .commandLine()
            .getErr()
            .printf(
                "nothing was done: it would be %d runs, more than %d%n",
                preview.path("runs").asInt(), extent.atMost);
        return ExitCode.FAILURE.number();
      }
      JsonNode operation = operations.carryOut(name, filter, preview, change.change());
      if (waits) {
        operation = ended(operations, operation);
      }
      output.output().one(OPERATION, operation);
      return waits && operation.at("/runs/failed").asInt() > 0
          ? ExitCode.FAILURE.number()
          : ExitCode.OK.number();
    }
  }

  private static JsonNode ended(BulkOperations operations, JsonNode operation)
      throws RepriseException, InterruptedException {
    UUID id = UUID.fromString(operation.path("id").asText());
    JsonNode now = operation;
    while (!List.of("COMPLETED", "CANCELLED").contains(now.path("status").asText())) {
      Thread.sleep(POLL);
      now = operations.show(id);
    }
    return now;
  }
}
