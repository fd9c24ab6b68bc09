package dev.reprise.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.cli.options.ChangeOptions;
import dev.reprise.cli.options.DocumentFile;
import dev.reprise.cli.options.KeyOption;
import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.options.TextFile;
import dev.reprise.cli.output.Columns;
import dev.reprise.client.Batch;
import dev.reprise.client.Batches;
import dev.reprise.client.Page;
import dev.reprise.client.http.RepriseException;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
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

  private static final int PAGE = 200;

  private static final Columns LIST =
      Columns.NONE
          .with("ID", "/id")
          .with("STATUS", "/status")
          .with("AGENT", "/agent")
          .with("NAME", "/name")
          .with("PREVIEW OF", "/previewOf")
          .with("ITEMS", "/receipt/items")
          .with("COMPLETED", "/receipt/completed")
          .with("FAILED", "/receipt/failed")
          .with("USD", "/receipt/usd")
          .with("CREATED", "/createdAt");

  private static final Columns DETAIL =
      Columns.NONE
          .with("id", "/id")
          .with("status", "/status")
          .with("requested", "/requested")
          .with("reason", "/reason")
          .with("to approve in USD", "/neededUsd")
          .with("agent", "/agent")
          .with("workspace", "/workspace")
          .with("name", "/name")
          .with("preview of items", "/previewOf")
          .with("submitted by", "/submittedBy")
          .with("items", "/receipt/items")
          .with("pending", "/receipt/pending")
          .with("completed", "/receipt/completed")
          .with("failed", "/receipt/failed")
          .with("cancelled", "/receipt/cancelled")
          .with("skipped", "/receipt/skipped")
          .with("cost in USD", "/receipt/usd")
          .with("tokens", "/receipt/tokens")
          .with("created", "/createdAt")
          .with("ended", "/endedAt")
          .with("time left", "/timeLeft")
          .with("estimate", "/estimate");

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

  /** Does something about batches. */
  @FunctionalInterface
  private interface Act {
    Batch on(Batches batches) throws RepriseException, InterruptedException;
  }

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
    String lines = items == null ? "" : Json.write(request) + "\n" + TextFile.read(items);
    print(
        batches ->
            items == null
                ? batches.submit(request, key.key())
                : batches.submitLines(lines, key.key()));
  }

  @Command(
      description = "Runs a few items of a batch, to see what all of them would cost.",
      mixinStandardHelpOptions = true)
  void preview(
      @Parameters(
              paramLabel = "FILE",
              description = "The request as JSON or YAML; - is standard input.")
          String file,
      @Mixin KeyOption key)
      throws IOException, RepriseException, InterruptedException {
    ObjectNode request = DocumentFile.object(file);
    print(batches -> batches.preview(request, key.key()));
  }

  @Command(description = "Lists batches, the newest first.", mixinStandardHelpOptions = true)
  void list(
      @Option(names = "--status", description = "Only with this status.") @Nullable String status,
      @Option(
              names = "--limit",
              defaultValue = "50",
              description = "How many at most; by default ${DEFAULT-VALUE}.")
          int limit)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      Optional<String> only = Optional.ofNullable(status);
      int size = Math.min(limit, PAGE);
      List<Batch> newest = Page.first(limit, cursor -> client.batches().list(only, size, cursor));
      output.output().all(LIST, newest.stream().map(Batch::json).toList());
    }
  }

  @Command(description = "Shows a batch.", mixinStandardHelpOptions = true)
  void show(@Parameters(paramLabel = "BATCH") UUID batch)
      throws RepriseException, InterruptedException {
    print(batches -> batches.show(batch));
  }

  @Command(
      description = "Prints the results of ended items as JSON Lines, in the order of their ends.",
      mixinStandardHelpOptions = true)
  void results(
      @Parameters(paramLabel = "BATCH") UUID batch,
      @Option(names = "--after", description = "Only those after this number.") long after)
      throws IOException, RepriseException, InterruptedException {
    try (var client = server.client()) {
      client.batches().results(batch, after, System.out);
      System.out.flush();
    }
  }

  @Command(description = "Starts no further item.", mixinStandardHelpOptions = true)
  void pause(@Parameters(paramLabel = "BATCH") UUID batch, @Mixin ChangeOptions options)
      throws RepriseException, InterruptedException {
    print(batches -> batches.pause(batch, options.change()));
  }

  @Command(description = "Goes on with a batch that is paused.", mixinStandardHelpOptions = true)
  void resume(@Parameters(paramLabel = "BATCH") UUID batch, @Mixin ChangeOptions options)
      throws RepriseException, InterruptedException {
    print(batches -> batches.resume(batch, options.change()));
  }

  @Command(description = "Ends a batch and its runs.", mixinStandardHelpOptions = true)
  void cancel(@Parameters(paramLabel = "BATCH") UUID batch, @Mixin ChangeOptions options)
      throws RepriseException, InterruptedException {
    print(batches -> batches.cancel(batch, options.change()));
  }

  @Command(
      description = "Approves what the replies of the provider are expected to cost.",
      mixinStandardHelpOptions = true)
  void approve(
      @Parameters(paramLabel = "BATCH") UUID batch,
      @Option(
              names = "--usd",
              required = true,
              description = "The amount to approve, as the batch shows it.")
          BigDecimal usd,
      @Mixin ChangeOptions options)
      throws RepriseException, InterruptedException {
    print(batches -> batches.approve(batch, usd, options.change()));
  }

  @Command(
      name = "retry-failed",
      description = "Retries the items that failed.",
      mixinStandardHelpOptions = true)
  void retryFailed(@Parameters(paramLabel = "BATCH") UUID batch, @Mixin ChangeOptions options)
      throws RepriseException, InterruptedException {
    print(batches -> batches.retryFailed(batch, options.change()));
  }

  private void print(Act act) throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      JsonNode batch = act.on(client.batches()).json();
      output.output().one(DETAIL, batch);
    }
  }
}
