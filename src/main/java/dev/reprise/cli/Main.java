package dev.reprise.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program {@code reprise}: data on standard output, everything else on standard error. */
@Command(
    name = "reprise",
    description = "Works with Reprise.",
    mixinStandardHelpOptions = true,
    subcommands = VerifyCommand.class)
final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** Returns the program; exit codes are 0 done, 1 refused or failed, 2 wrong usage. */
  static CommandLine commandLine() {
    return new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true);
  }
}
