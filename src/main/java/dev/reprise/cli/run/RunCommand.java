package dev.reprise.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.cli.options.ChangeOptions;
import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.output.Columns;
import dev.reprise.cli.output.LimitText;
import dev.reprise.client.Page;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.Run;
import dev.reprise.client.RunQuery;
import dev.reprise.client.http.RepriseException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Submits runs, shows them, and acts on them. Tested by {@code CommandLineTest}. */
@Command(
    name = "run",
    description = "Submits runs, shows them, and acts on them.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    subcommands = {
      SubmitCommand.class,
      WatchCommand.class,
      DiffCommand.class,
      ResolveCommand.class
    })
public final class RunCommand {

  private static final int PAGE = 200;

  /** What an act on runs would be done to. */
  public static final Columns PREVIEW =
      Columns.of(
              """
          act /act, matching /matching, runs /runs, by status /byStatus,
          spent USD /spentUsd, expected USD /expectedUsd""")
          .with("limit reached", preview -> LimitText.of(preview.path("reached")));

  @Spec @Nullable CommandSpec spec;

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

  /** Does something to a run. */
  @FunctionalInterface
  interface Act {
    Run on(RepriseClient client) throws RepriseException, InterruptedException;
  }

  @Command(description = "Lists runs, the newest first.", mixinStandardHelpOptions = true)
  void list(
      @Mixin FilterOptions filter,
      @Option(names = "--oldest-first", description = "Lists the oldest runs first.")
          boolean oldestFirst,
      @Option(
              names = "--limit",
              defaultValue = "50",
              description = "How many at most; by default ${DEFAULT-VALUE}.")
          int limit)
      throws RepriseException, InterruptedException {
    var query = new RunQuery(filter.filter(), oldestFirst, Math.min(limit, PAGE), Optional.empty());
    try (var client = server.client()) {
      List<Run> found =
          Page.first(limit, cursor -> client.runs().list(cursor.map(query::at).orElse(query)));
      output.output().all(RunColumns.LIST, found.stream().map(Run::json).toList());
    }
  }

  @Command(description = "Pauses a run after its current step.", mixinStandardHelpOptions = true)
  void pause(
      @Parameters(paramLabel = "RUN") UUID run,
      @Mixin DryRunOption dryRun,
      @Mixin ChangeOptions options)
      throws RepriseException, InterruptedException {
    act("PAUSE", run, dryRun, client -> client.runs().pause(run, options.change()));
  }

  @Command(description = "Resumes a paused run.", mixinStandardHelpOptions = true)
  void resume(
      @Parameters(paramLabel = "RUN") UUID run,
      @Mixin BudgetOptions budget,
      @Mixin DryRunOption dryRun,
      @Mixin ChangeOptions options)
      throws RepriseException, InterruptedException {
    act(
        "RESUME",
        run,
        dryRun,
        client -> client.runs().resume(run, budget.budget(), options.change()));
  }

  @Command(description = "Cancels a run.", mixinStandardHelpOptions = true)
  void cancel(
      @Parameters(paramLabel = "RUN") UUID run,
      @Mixin DryRunOption dryRun,
      @Mixin ChangeOptions options)
      throws RepriseException, InterruptedException {
    act("CANCEL", run, dryRun, client -> client.runs().cancel(run, options.change()));
  }

  @Command(
      description = "Continues a run that failed, from the step that failed.",
      mixinStandardHelpOptions = true)
  void retry(
      @Parameters(paramLabel = "RUN") UUID run,
      @Mixin DryRunOption dryRun,
      @Mixin ChangeOptions options)
      throws RepriseException, InterruptedException {
    act("RETRY", run, dryRun, client -> client.runs().retry(run, options.change()));
  }

  /** Does something to a run, or shows what it would be done to, and the limit that holds it up. */
  private void act(String name, UUID run, DryRunOption dryRun, Act act)
      throws RepriseException, InterruptedException {
    if (dryRun.isSet) {
      try (var client = server.client()) {
        ObjectNode preview = (ObjectNode) client.bulkOperations().preview(name, run);
        JsonNode reached = client.runs().show(run).json().at(RunColumns.REACHED);
        if (reached.isObject()) {
          preview.set("reached", reached);
        }
        output.output().one(PREVIEW, preview);
      }
    } else {
      print(act);
    }
  }

  /** Does something to a run, and prints the run. */
  void print(Act act) throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      print(act.on(client));
    }
  }

  void print(Run run) {
    output.output().one(RunColumns.DETAIL, run.json());
  }

  /** Returns the command line, for its writers. */
  CommandLine commandLine() {
    return Objects.requireNonNull(spec, "picocli sets it").commandLine();
  }
}
