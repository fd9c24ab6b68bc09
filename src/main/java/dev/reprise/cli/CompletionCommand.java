package dev.reprise.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a script that completes commands and options. */
@Command(
    name = "completion",
    description =
        "Prints a script that completes commands and options: source <(reprise completion) in bash"
            + " and zsh, reprise completion fish | source in fish.",
    mixinStandardHelpOptions = true)
final class CompletionCommand implements Runnable {

  @Spec @Nullable CommandSpec spec;

  /** The shells that have a form of script of their own. */
  enum Shell {
    BASH,
    ZSH,
    FISH
  }

  @Parameters(
      paramLabel = "SHELL",
      arity = "0..1",
      defaultValue = "bash",
      description = "bash, zsh or fish; by default ${DEFAULT-VALUE}.")
  Shell shell = Shell.BASH;

  @Override
  public void run() {
    CommandLine program = Objects.requireNonNull(spec, "picocli sets it").root().commandLine();
    switch (shell) {
      case BASH, ZSH ->
          program.getOut().print(AutoComplete.bash(program.getCommandName(), program));
      case FISH -> new FishCompletion(program).lines().forEach(program.getOut()::println);
    }
    program.getOut().flush();
  }
}
