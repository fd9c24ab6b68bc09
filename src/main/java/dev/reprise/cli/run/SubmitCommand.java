package dev.reprise.cli.run;

import dev.reprise.cli.options.KeyOption;
import dev.reprise.cli.output.ExitCode;
import dev.reprise.cli.watch.EndView;
import dev.reprise.cli.watch.RunWatcher;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.Run;
import dev.reprise.client.Submission;
import dev.reprise.client.http.RepriseException;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Submits a run, and waits for its end if asked to. Tested by {@code CommandLineTest}. */
@Command(name = "submit", description = "Submits a run.", mixinStandardHelpOptions = true)
final class SubmitCommand implements Callable<Integer> {

  @ParentCommand @Nullable RunCommand group;

  @Parameters(paramLabel = "AGENT")
  String agent = "";

  @Option(
      names = {"-w", "--workspace"},
      required = true,
      description = "The directory that its file tools work in, by its name.")
  String workspace = "";

  @Mixin InputOptions input = new InputOptions();

  @Mixin BudgetOptions budget = new BudgetOptions();

  @Mixin KeyOption key = new KeyOption();

  @Option(
      names = "--dedupe-key",
      paramLabel = "KEY",
      description = "What the run is about: an earlier run of the agent with this key is found.")
  @Nullable String dedupeKey;

  @Option(
      names = {"-l", "--label"},
      paramLabel = "NAME=VALUE",
      description = "Marks the run, to find it by.")
  Map<String, String> labels = Map.of();

  @Option(names = "--priority", description = "-9 to 9, among the runs of the tenant.")
  int priority;

  @Option(names = "--not-durable", description = "The run need not outlive its server.")
  boolean notDurable;

  @Option(
      names = "--wait",
      description =
          "Waits until the run has ended or waits for a person; the exit code says which: 0, 1 or 6.")
  boolean waits;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "How long --wait waits, such as PT10M; the exit code is 124 then.")
  @Nullable Duration timeout;

  @Override
  public Integer call()
      throws IOException, RepriseException, InterruptedException, TimeoutException {
    RunCommand commands = Objects.requireNonNull(group, "picocli sets it");
    var submission =
        new Submission(
            agent,
            workspace,
            input.input(),
            !notDurable,
            priority,
            budget.budget(),
            Optional.ofNullable(dedupeKey),
            labels);
    try (var client = waits ? commands.server.patientClient() : commands.server.client()) {
      Run run = client.runs().submit(submission, key.key());
      if (waits) {
        return await(client, run, commands).number();
      }
      commands.print(run);
      return ExitCode.OK.number();
    }
  }

  private ExitCode await(RepriseClient client, Run run, RunCommand commands)
      throws RepriseException, InterruptedException, TimeoutException {
    PrintWriter err = commands.commandLine().getErr();
    err.println("submitted run " + run.id());
    return new RunWatcher(client, Clock.systemUTC())
        .watch(
            run.id(),
            new RunWatcher.Extent(0, Optional.ofNullable(timeout), true),
            new EndView(commands::print, err));
  }
}
