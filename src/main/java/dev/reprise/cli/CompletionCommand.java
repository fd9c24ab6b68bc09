package dev.reprise.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a script that completes commands and options. */
@Command(
    name = "completion",
    description = "Prints a script for bash and zsh: source <(reprise completion)",
    mixinStandardHelpOptions = true)
final class CompletionCommand implements Runnable {

  @Spec @Nullable CommandSpec spec;

  @Override
  public void run() {
    CommandLine program = Objects.requireNonNull(spec, "picocli sets it").root().commandLine();
    program.getOut().print(AutoComplete.bash(program.getCommandName(), program));
    program.getOut().flush();
  }
}
