package dev.reprise.cli.run;

import dev.reprise.cli.options.KeyOption;
import dev.reprise.cli.options.TextFile;
import dev.reprise.cli.output.ExitCode;
import dev.reprise.client.http.RepriseException;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Brings a run back from its record file. */
@Command(
    name = "import",
    description = "Brings a run from its record, which must be sealed.",
    mixinStandardHelpOptions = true)
final class ImportCommand implements Callable<Integer> {

  @ParentCommand @Nullable RunCommand group;

  @Parameters(paramLabel = "FILE", description = "The exported file; - is standard input.")
  String file = "";

  @Mixin KeyOption key = new KeyOption();

  @Override
  public Integer call() throws RepriseException, IOException, InterruptedException {
    RunCommand commands = Objects.requireNonNull(group, "picocli sets it");
    String text = TextFile.read(file);
    commands.print(client -> client.runs().bring(text, key.key()));
    return ExitCode.OK.number();
  }
}
