package dev.reprise.cli.run;

import picocli.CommandLine.Option;

/** Whether an act is only shown. */
final class DryRunOption {

  @Option(
      names = "--dry-run",
      description = "Shows whether it would be done, and what the run costs; does nothing.")
  boolean isSet;
}
