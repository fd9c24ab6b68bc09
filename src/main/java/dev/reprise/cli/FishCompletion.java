package dev.reprise.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The script by which the shell fish completes commands and options; picocli makes one for bash and
 * zsh alone. Tested by {@code OperationCommandsTest}.
 */
final class FishCompletion {

  private final CommandLine program;
  private final List<String> lines = new ArrayList<>();

  FishCompletion(CommandLine program) {
    this.program = program;
  }

  /** Returns the lines of the script. */
  List<String> lines() {
    // Whether the words before the cursor, without options, are those of a command, or begin so; a
    // value
    // of an option that stands before a command counts as a word.
    String functions =
        """
        function __%1$s_words
            string match -v -- '-*' (commandline -opc)[2..]
        end
        function __%1$s_is
            set -l words (__%1$s_words)
            test "$words" = "$argv"
        end
        function __%1$s_in
            set -l words (__%1$s_words)
            string match -q -- "$argv *" "$words "
        end
        """
            .formatted(program.getCommandName());
    functions.lines().forEach(lines::add);
    addBelow(program, "");
    return lines;
  }

  private void addBelow(CommandLine command, String words) {
    for (Map.Entry<String, CommandLine> each : command.getSubcommands().entrySet()) {
      CommandLine below = each.getValue();
      add(
          "is",
          words,
          "-f -a " + each.getKey(),
          text(below.getCommandSpec().usageMessage().description()));
      String path = (words + " " + each.getKey()).strip();
      below.getCommandSpec().options().stream()
          .filter(option -> below.getSubcommands().isEmpty())
          .forEach(option -> add("in", path, names(option), text(option.description())));
      // what stands before a later argument is not known, so none is proposed for it
      below.getCommandSpec().positionalParameters().stream()
          .filter(it -> it.index().min() == 0 && it.completionCandidates() != null)
          .forEach(it -> add("is", path, "-f" + candidates(it), it.paramLabel()));
      addBelow(below, path);
    }
  }

  private void add(String condition, String words, String what, String description) {
    String function = "__%s_%s %s".formatted(program.getCommandName(), condition, words).strip();
    lines.add(
        "complete -c %s -n %s %s -d %s"
            .formatted(program.getCommandName(), quoted(function), what, quoted(description)));
  }

  private static String names(OptionSpec option) {
    List<String> names = new ArrayList<>();
    for (String name : option.names()) {
      names.add(name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1));
    }
    if (option.completionCandidates() != null && option.arity().max() > 0) {
      names.add("-r -f" + candidates(option));
    } else if (option.arity().max() > 0) {
      names.add(option.paramLabel().contains("FILE") ? "-rF" : "-r");
    }
    return String.join(" ", names);
  }

  private static String candidates(ArgSpec argument) {
    return " -a " + quoted(String.join(" ", argument.completionCandidates()));
  }

  /** Returns the first sentence of a description. */
  private static String text(String[] description) {
    return String.join(" ", description).replaceFirst("(?s)[.;:] .*", "");
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
