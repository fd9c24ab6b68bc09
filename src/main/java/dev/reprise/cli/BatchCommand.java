package dev.reprise.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.cli.options.DocumentFile;
import dev.reprise.cli.options.KeyOption;
import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.options.TextFile;
import dev.reprise.cli.output.Columns;
import dev.reprise.client.Batch;
import dev.reprise.client.http.RepriseException;
import dev.reprise.platform.Json;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs agents over data sets. */
@Command(
    name = "batch",
    description = "Runs agents over data sets.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class BatchCommand {

  static final Columns DETAIL =
      Columns.of(
          """
          id /id, status /status, requested /requested, reason /reason,
          to approve in USD /neededUsd, agent /agent, workspace /workspace, name /name,
          preview of items /previewOf, submitted by /submittedBy, items /receipt/items,
          pending /receipt/pending, completed /receipt/completed, failed /receipt/failed,
          cancelled /receipt/cancelled, skipped /receipt/skipped, cost in USD /receipt/usd,
          tokens /receipt/tokens, created /createdAt, ended /endedAt, time left /timeLeft,
          estimate /estimate""");

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

  @Command(description = "Submits a batch.", mixinStandardHelpOptions = true)
  void submit(
      @Parameters(
              paramLabel = "FILE",
              description = "The request as JSON or YAML; - is standard input.")
          String file,
      @Option(
              names = "--lines",
              paramLabel = "ITEMS",
              description = "A file of JSON Lines with the items; the request has no source then.")
          @Nullable String items,
      @Mixin KeyOption key)
      throws IOException, RepriseException, InterruptedException {
    ObjectNode request = DocumentFile.object(file);
    try (var client = server.client()) {
      Batch batch =
          items == null
              ? client.batches().submit(request, key.key())
              : client
                  .batches()
                  .submitLines(Json.write(request) + "\n" + TextFile.read(items), key.key());
      output.output().one(DETAIL, batch.json());
    }
  }
}
