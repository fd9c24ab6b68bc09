package dev.reprise.cli;

import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.output.Columns;
import dev.reprise.client.http.RepriseException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows the tools that agents may call. */
@Command(
    name = "tool",
    description = "Shows the tools that agents may call.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class ToolCommand {

  private static final Columns LIST =
      Columns.NONE
          .with("NAME", "/name")
          .with("EFFECT", "/effect")
          .with("APPROVAL", "/terms/approval")
          .with("CATEGORY", "/category")
          .with("DESCRIPTION", "/description");

  private static final Columns DETAIL =
      Columns.NONE
          .with("name", "/name")
          .with("description", "/description")
          .with("effect", "/effect")
          .with("dangerous", "/dangerous")
          .with("category", "/category")
          .with("tags", "/tags")
          .with("approval", "/terms/approval")
          .with("timeout", "/terms/timeout")
          .with("cost", "/cost")
          .with("arguments", "/arguments");

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

  @Command(description = "Lists tools.", mixinStandardHelpOptions = true)
  void list() throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output.output().all(LIST, client.catalogue().tools());
    }
  }

  @Command(description = "Shows a tool.", mixinStandardHelpOptions = true)
  void show(@Parameters(paramLabel = "NAME") String name)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output.output().one(DETAIL, client.catalogue().tool(name));
    }
  }
}
