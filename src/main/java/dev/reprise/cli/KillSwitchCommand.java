package dev.reprise.cli;

import dev.reprise.cli.options.KeyOption;
import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.output.Columns;
import dev.reprise.client.Administration;
import dev.reprise.client.http.RepriseException;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Stops things at once, and releases them. */
@Command(
    name = "kill-switch",
    description = "Stops things at once, on all servers, and releases them.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class KillSwitchCommand {

  private static final Columns LIST =
      Columns.NONE
          .with("ID", "/id")
          .with("KIND", "/kind")
          .with("NAME", "/name")
          .with("TENANT", "/tenant")
          .with("BY", "/by")
          .with("SINCE", "/at")
          .with("REASON", "/reason")
          .with("STOPS", it -> it.path("known").asBoolean(true) ? "" : "nothing today");

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

  @Command(description = "Lists what is stopped.", mixinStandardHelpOptions = true)
  void list() throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output.output().all(LIST, client.administration().killSwitches());
    }
  }

  @Command(description = "Stops something at once.", mixinStandardHelpOptions = true)
  void set(
      @Parameters(
              paramLabel = "KIND",
              description =
                  "model-calls, dangerous-tools, submissions, tool, agent or tenant; tool and agent"
                      + " need a name.")
          String kind,
      @Parameters(paramLabel = "NAME", arity = "0..1", description = "The tool or agent.")
          @Nullable String name,
      @Option(
              names = "--tenant",
              description = "Another tenant, or * for all; for admins of the tenant default.")
          @Nullable String tenant,
      @Option(
              names = "--reason",
              required = true,
              description = "Is shown in each refusal that the switch causes.")
          String reason,
      @Option(
              names = "--unknown",
              description =
                  "Sets it although the server knows no such tool or agent; it stops nothing today.")
          boolean isUnknown,
      @Mixin KeyOption key)
      throws RepriseException, InterruptedException {
    var wanted =
        new Administration.KillSwitch(
            kind.toUpperCase(Locale.ROOT).replace('-', '_'),
            Optional.ofNullable(name),
            Optional.ofNullable(tenant),
            reason,
            isUnknown);
    try (var client = server.client()) {
      output.output().one(LIST, client.administration().setKillSwitch(wanted, key.key()));
    }
  }

  @Command(description = "Releases a kill switch.", mixinStandardHelpOptions = true)
  void release(@Parameters(paramLabel = "ID") UUID id, @Mixin KeyOption key)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      client.administration().releaseKillSwitch(id, key.key());
    }
  }
}
