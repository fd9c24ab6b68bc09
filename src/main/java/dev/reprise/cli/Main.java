package dev.reprise.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program {@code reprise}: it writes data to standard output, all else to standard error. */
@Command(
    name = "reprise",
    description = "Works with Reprise.",
    mixinStandardHelpOptions = true,
    subcommands = {
      VerifyCommand.class,
      ConfigurationCommand.class,
      ArtifactsCommand.class,
      BaselineCommand.class
    })
final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** Returns the program; its exit codes are 0 for success, 1 for failure, 2 for wrong usage. */
  static CommandLine commandLine() {
    return new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true);
  }
}
