package dev.reprise.cli;

import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.output.Columns;
import dev.reprise.client.http.RepriseException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the audit record. */
@Command(
    name = "audit",
    description = "Shows the audit record of the tenant.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class AuditCommand {

  private static final Columns LIST =
      Columns.NONE
          .with("NUMBER", "/sequence")
          .with("AT", "/at")
          .with("TYPE", "/type")
          .with("BY", "/data/by")
          .with("ADDRESS", "/data/address")
          .with("DEED", "/data/deed")
          .with("OF", "/data/of")
          .with("STATUS", "/data/status");

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

  @Command(description = "Lists entries, the newest first.", mixinStandardHelpOptions = true)
  void list(
      @Option(
              names = "--limit",
              defaultValue = "100",
              description = "How many, up to 200; by default ${DEFAULT-VALUE}.")
          int limit,
      @Option(
              names = "--before",
              paramLabel = "NUMBER",
              description = "Those before an entry; by default the newest.")
          @Nullable Long before)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output.output().all(LIST, client.administration().audit(limit, Optional.ofNullable(before)));
    }
  }

  @Command(
      description = "Writes the audit record, which reprise verify checks.",
      mixinStandardHelpOptions = true)
  void export(
      @Option(
              names = {"-f", "--file"},
              description = "The file; by default standard output.")
          @Nullable Path file)
      throws RepriseException, IOException, InterruptedException {
    try (var client = server.client()) {
      if (file == null) {
        client.administration().exportAudit(System.out);
        System.out.flush();
      } else {
        try (OutputStream out = Files.newOutputStream(file)) {
          client.administration().exportAudit(out);
        }
      }
    }
  }
}
