package dev.reprise.cli;

import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.output.Columns;
import dev.reprise.client.http.RepriseException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows what may be spent today. */
@Command(
    name = "budget",
    description = "Shows what may be spent today.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class BudgetCommand {

  private static final Columns LIST =
      Columns.NONE
          .with("AGENT", "/agent")
          .with("SCHEDULE", "/schedule")
          .with("UNIT", "/unit")
          .with("LIMIT", "/limit")
          .with("SPENT", "/spent")
          .with("LEFT", "/left")
          .with("UNTIL", "/until");

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

  @Command(
      description = "Lists the limits of the tenant for today, and what is left of them.",
      mixinStandardHelpOptions = true)
  void list() throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output.output().all(LIST, client.catalogue().budgets());
    }
  }
}
