package dev.reprise.cli.run;

import dev.reprise.cli.output.OutputFormat;
import dev.reprise.cli.output.Terminal;
import dev.reprise.cli.watch.JsonView;
import dev.reprise.cli.watch.LineView;
import dev.reprise.cli.watch.RunWatcher;
import dev.reprise.cli.watch.TerminalView;
import dev.reprise.cli.watch.WatchView;
import dev.reprise.client.http.RepriseException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Shows what a run does until it ends, also over restarts of the server. */
@Command(
    name = "watch",
    description =
        "Shows what a run does until it ends, also over restarts of the server. The exit code is 0 if"
            + " the run completed, else 1. With -o json or jsonl, it prints events, one a line.",
    mixinStandardHelpOptions = true)
final class WatchCommand implements Callable<Integer> {

  @ParentCommand @Nullable RunCommand group;

  @Parameters(paramLabel = "RUN")
  @Nullable UUID run;

  @Option(names = "--after", description = "Begins after the event with this number.")
  long after;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "How long at most, such as PT10M; the exit code is 124 then.")
  @Nullable Duration timeout;

  @Override
  public Integer call() throws RepriseException, InterruptedException, TimeoutException {
    RunCommand commands = Objects.requireNonNull(group, "picocli sets it");
    UUID id = Objects.requireNonNull(run, "it is required");
    try (var client = commands.server.patientClient()) {
      return new RunWatcher(client, Clock.systemUTC())
          .watch(
              id, new RunWatcher.Extent(after, Optional.ofNullable(timeout), false), view(commands))
          .number();
    }
  }

  private static WatchView view(RunCommand commands) {
    PrintWriter out = commands.commandLine().getOut();
    PrintWriter err = commands.commandLine().getErr();
    if (commands.output.format().filter(it -> it != OutputFormat.TABLE).isPresent()) {
      return new JsonView(commands.output.output(), err);
    }
    Terminal terminal = Terminal.ofThisProcess();
    return terminal.hasAnsi()
        ? new TerminalView(out, ZoneId.systemDefault(), terminal.width())
        : new LineView(out, err, ZoneId.systemDefault());
  }
}
