package dev.reprise.cli.run;

import dev.reprise.cli.output.ExitCode;
import dev.reprise.client.http.RepriseException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Writes the record file of a run. */
@Command(
    name = "export",
    description = "Writes the record of a run, which reprise verify checks, and import takes.",
    mixinStandardHelpOptions = true)
final class ExportCommand implements Callable<Integer> {

  @ParentCommand @Nullable RunCommand group;

  @Parameters(paramLabel = "RUN")
  @Nullable UUID run;

  @Option(
      names = {"-f", "--file"},
      description = "The file; by default standard output.")
  @Nullable Path file;

  @Override
  public Integer call() throws RepriseException, IOException, InterruptedException {
    RunCommand commands = Objects.requireNonNull(group, "picocli sets it");
    UUID id = Objects.requireNonNull(run, "it is required");
    try (var client = commands.server.client()) {
      if (file == null) {
        client.runs().export(id, System.out);
        System.out.flush();
      } else {
        try (OutputStream out = Files.newOutputStream(file)) {
          client.runs().export(id, out);
        }
      }
    }
    return ExitCode.OK.number();
  }
}
