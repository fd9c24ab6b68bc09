package dev.reprise.cli.run;

import dev.reprise.cli.output.Columns;
import dev.reprise.cli.output.ExitCode;
import dev.reprise.cli.output.Output;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * Shows what changed in a run between two events, or in what two runs differ. Tested by {@code
 * HistoryCommandsTest}.
 */
@Command(
    name = "diff",
    description =
        "Shows what changed in a run between two of its events; with OTHER, in what two runs differ.",
    mixinStandardHelpOptions = true)
final class DiffCommand implements Callable<Integer> {

  private static final Columns CHANGE =
      Columns.of(
          """
          from event /from/sequence, to event /to/sequence, status before /from/status,
          status after /to/status, phase before /from/phase, phase after /to/phase,
          iteration before /from/iteration, iteration after /to/iteration, phases /phases,
          model replies /steps/modelReplies, messages /steps/messages,
          tool calls /steps/toolCalls, input tokens /usage/inputTokens,
          output tokens /usage/outputTokens, spent USD /spent/usd, outputs /outputs""");

  private static final Columns COMPARISON = Columns.of("WHAT /what, RUN /run, OTHER /other");

  @Spec @Nullable CommandSpec spec;

  @ParentCommand @Nullable RunCommand group;

  @Parameters(index = "0", paramLabel = "RUN")
  @Nullable UUID run;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "OTHER",
      description = "Another run, such as a fork of the first one.")
  @Nullable UUID other;

  @Option(
      names = "--from",
      paramLabel = "EVENT",
      description = "The number of the earlier event; by default that of the first.")
  @Nullable Long from;

  @Option(
      names = "--to",
      paramLabel = "EVENT",
      description = "The number of the later event; by default that of the newest.")
  @Nullable Long to;

  @Override
  public Integer call() throws RepriseException, InterruptedException {
    RunCommand commands = Objects.requireNonNull(group, "picocli sets it");
    UUID id = Objects.requireNonNull(run, "it is required");
    Output output = commands.output.output();
    if (other != null && (from != null || to != null)) {
      throw new CommandLine.ParameterException(
          Objects.requireNonNull(spec, "picocli sets it").commandLine(),
          "--from and --to name events of one run, so they must not come with OTHER");
    }
    try (var client = commands.server.client()) {
      if (other == null) {
        output.one(
            CHANGE,
            client.send(
                ApiRequest.of(Operation.SHOW_DIFFERENCE, id)
                    .query("from", Optional.ofNullable(from))
                    .query("to", Optional.ofNullable(to))));
      } else {
        output.all(COMPARISON, new RunComparison(client.runs()::show).of(id, other));
      }
      return ExitCode.OK.number();
    }
  }
}
