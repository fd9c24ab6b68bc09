package dev.reprise.cli.run;

import dev.reprise.cli.options.CallOptions;
import dev.reprise.cli.options.KeyOption;
import dev.reprise.cli.options.NotWaitingException;
import dev.reprise.cli.output.ExitCode;
import dev.reprise.client.Approvals;
import dev.reprise.client.Resolution;
import dev.reprise.client.http.RepriseException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Says what became of a call whose outcome is unknown. */
@Command(
    name = "resolve",
    description = "Says what became of a tool call whose outcome is unknown.",
    mixinStandardHelpOptions = true)
final class ResolveCommand implements Callable<Integer> {

  @ParentCommand @Nullable RunCommand group;

  @Mixin CallOptions call = new CallOptions();

  @Option(
      names = "--verdict",
      required = true,
      description =
          "succeeded, failed or retry: it happened; it did not, and is not made again; it did not, and"
              + " is made again.")
  Resolution.@Nullable Verdict verdict;

  @Option(names = "--result", description = "The result of a call that succeeded.")
  @Nullable String result;

  @Option(names = "--evidence", required = true, description = "How you know, for the record.")
  String evidence = "";

  @Mixin KeyOption key = new KeyOption();

  @Override
  public Integer call() throws RepriseException, InterruptedException, NotWaitingException {
    RunCommand commands = Objects.requireNonNull(group, "picocli sets it");
    var resolution =
        new Resolution(
            Objects.requireNonNull(verdict, "it is required"),
            Optional.ofNullable(result),
            evidence);
    try (var client = commands.server.client()) {
      Approvals approvals = client.approvals();
      commands.print(approvals.resolve(call.run(), call.unknown(approvals), resolution, key.key()));
      return ExitCode.OK.number();
    }
  }
}
