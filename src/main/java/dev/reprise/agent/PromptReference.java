package dev.reprise.agent;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a phase's prompt may refer to. The set is closed. */
public sealed interface PromptReference {

  /**
   * A value of the run's input, written <code>input.place.city</code>.
   *
   * @param path names of members, or positions in lists counted from 0; at least one
   */
  record Input(List<String> path) implements PromptReference {
    public Input {
      path = List.copyOf(path);
    }
  }

  /** The answer of an earlier phase, written <code>phases.survey.output</code>. */
  record Output(String phase) implements PromptReference {}

  /** Returns what a template's reference means, or empty if a prompt knows nothing like it. */
  static Optional<PromptReference> parse(String reference) {
    Matcher input = Grammar.INPUT.matcher(reference);
    if (input.matches()) {
      return Optional.of(new Input(List.of(Grammar.DOT.split(input.group(1)))));
    }
    Matcher output = Grammar.OUTPUT.matcher(reference);
    return output.matches() ? Optional.of(new Output(output.group(1))) : Optional.empty();
  }

  /** How references are written. */
  final class Grammar {
    private static final Pattern INPUT = Pattern.compile("input\\.([\\w-]+(?:\\.[\\w-]+)*)");
    private static final Pattern OUTPUT = Pattern.compile("phases\\.([\\w-]+)\\.output");
    private static final Pattern DOT = Pattern.compile("\\.");

    private Grammar() {}
  }
}
