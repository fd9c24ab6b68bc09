package dev.reprise.cli.run;

import dev.reprise.cli.output.Columns;
import dev.reprise.cli.output.ExitCode;
import dev.reprise.cli.output.Output;
import dev.reprise.client.http.RepriseException;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Lists the points of a run between its steps, or shows what it was after an event. */
@Command(
    name = "checkpoints",
    description =
        "Lists the points of a run between its steps; with EVENT, shows what the run was after it.",
    mixinStandardHelpOptions = true)
final class CheckpointsCommand implements Callable<Integer> {

  private static final Columns LIST =
      Columns.NONE
          .with("NUMBER", "/sequence")
          .with("TIME", "/at")
          .with("KIND", "/kind")
          .with("PHASE", "/phase")
          .with("ITERATION", "/iteration")
          .with("OUTPUT TOKENS", "/usage/outputTokens")
          .with("COST", "/cost/amount");

  private static final Columns STATE =
      Columns.NONE
          .with("event", "/sequence")
          .with("time", "/at")
          .with("status", "/status")
          .with("phase", "/phase")
          .with("iteration", "/iteration")
          .with("phases", "/phases")
          .with("messages", "/messages")
          .with("open calls", "/openCalls")
          .with("outputs", "/outputs")
          .with("model calls", "/iterations")
          .with("input tokens", "/spent/usage/inputTokens")
          .with("output tokens", "/spent/usage/outputTokens")
          .with("cost", "/spent/cost/amount");

  @ParentCommand @Nullable RunCommand group;

  @Parameters(index = "0", paramLabel = "RUN")
  @Nullable UUID run;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "EVENT",
      description = "The number of an event.")
  @Nullable Long event;

  @Override
  public Integer call() throws RepriseException, InterruptedException {
    RunCommand commands = Objects.requireNonNull(group, "picocli sets it");
    UUID id = Objects.requireNonNull(run, "it is required");
    Output output = commands.output.output();
    try (var client = commands.server.client()) {
      if (event == null) {
        output.all(LIST, client.history().checkpoints(id));
      } else {
        output.one(STATE, client.history().state(id, event));
      }
      return ExitCode.OK.number();
    }
  }
}
