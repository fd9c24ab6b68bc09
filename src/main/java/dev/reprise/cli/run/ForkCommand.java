package dev.reprise.cli.run;

import dev.reprise.cli.options.ChangeOptions;
import dev.reprise.cli.output.Columns;
import dev.reprise.cli.output.ExitCode;
import dev.reprise.client.Fork;
import dev.reprise.client.http.RepriseException;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Submits a run that continues from an event of another one. */
@Command(
    name = "fork",
    description = "Submits a run that continues from an event of another one, and prints it.",
    mixinStandardHelpOptions = true)
final class ForkCommand implements Callable<Integer> {

  private static final Columns PREVIEW =
      Columns.NONE
          .with("agent", "/agent")
          .with("forked from event", "/forkedFrom/sequence")
          .with("phases ahead", "/ahead")
          .with("open calls", "/openCalls")
          .with("model calls", "/estimate/modelReplies")
          .with("expected cost", "/estimate/cost/amount");

  @ParentCommand @Nullable RunCommand group;

  @Parameters(paramLabel = "RUN")
  @Nullable UUID run;

  @Option(
      names = "--at",
      paramLabel = "EVENT",
      description = "The number of the event; by default that of the newest.")
  @Nullable Long sequence;

  @Option(names = "--message", description = "Tells the model of the fork something.")
  @Nullable String message;

  @Option(names = "--dry-run", description = "Shows what the fork would do, without creating it.")
  boolean dryRun;

  @Mixin ChangeOptions options = new ChangeOptions();

  @Override
  public Integer call() throws RepriseException, InterruptedException {
    RunCommand commands = Objects.requireNonNull(group, "picocli sets it");
    UUID id = Objects.requireNonNull(run, "it is required");
    var fork = new Fork(Optional.ofNullable(sequence), Optional.ofNullable(message));
    if (dryRun) {
      try (var client = commands.server.client()) {
        commands.output.output().one(PREVIEW, client.runs().previewFork(id, fork));
      }
    } else {
      commands.print(client -> client.runs().fork(id, fork, options.change()));
    }
    return ExitCode.OK.number();
  }
}
