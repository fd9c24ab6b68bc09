package dev.reprise.cli;

import dev.reprise.cli.doctor.DoctorCommand;
import dev.reprise.cli.operation.Group;
import dev.reprise.cli.output.ExitCode;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program {@code reprise}: it writes data to standard output, all else to standard error. */
@Command(
    name = "reprise",
    description = "Works with Reprise.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class)
final class Main {

  private static final List<Class<?>> WRITTEN =
      List.of(
          DoctorCommand.class,
          VerifyCommand.class,
          ConfigurationCommand.class,
          BaselineCommand.class,
          DatabaseCommand.class,
          CompletionCommand.class);

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(
        commandLine()
            .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
            .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
            .execute(arguments));
  }

  /** Returns the program; {@link ExitCode} says how it ends. */
  static CommandLine commandLine() {
    CommandLine program = new CommandLine(new Main());
    groups().forEach(group -> group.addTo(program));
    WRITTEN.forEach(program::addSubcommand);
    return ArgumentTypes.addTo(program)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(new UsageErrorHandler())
        .setExecutionExceptionHandler(new FailureHandler());
  }

  /** Returns the groups of commands of which each carries out an operation of the API. */
  static List<Group> groups() {
    return Stream.of(
            List.of(RunTable.group()),
            ManyRunsTable.groups(),
            CatalogueTable.groups(),
            AdministrationTable.groups(),
            RestoreTable.groups(),
            List.of(ArtifactTable.group()))
        .flatMap(List::stream)
        .toList();
  }
}
