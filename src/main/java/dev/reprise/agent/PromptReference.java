package dev.reprise.agent;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the prompt of a phase may refer to. */
public sealed interface PromptReference {

  /**
   * A value of the run's input, written <code>input.place.city</code>.
   *
   * @param path member names, or list indexes from 0; at least one
   */
  record Input(List<String> path) implements PromptReference {
    public Input {
      path = List.copyOf(path);
    }
  }

  /**
   * The answer of an earlier phase, written <code>phases.survey.output</code>, or a value in it,
   * written <code>phases.survey.output.place.city</code>.
   *
   * @param path member names, or list indexes from 0; empty for the whole answer
   */
  record Output(String phase, List<String> path) implements PromptReference {
    public Output {
      path = List.copyOf(path);
    }
  }

  /** Returns the meaning of a template's reference, or empty if a prompt cannot refer to it. */
  static Optional<PromptReference> parse(String reference) {
    Matcher input = Grammar.INPUT.matcher(reference);
    if (input.matches()) {
      return Optional.of(new Input(path(input.group(1))));
    }
    Matcher output = Grammar.OUTPUT.matcher(reference);
    return output.matches()
        ? Optional.of(new Output(output.group(1), path(output.group(2))))
        : Optional.empty();
  }

  private static List<String> path(@Nullable String names) {
    return names == null ? List.of() : List.of(Grammar.DOT.split(names));
  }

  /** The syntax of references. */
  final class Grammar {
    private static final Pattern INPUT = Pattern.compile("input\\.([\\w-]+(?:\\.[\\w-]+)*)");
    private static final Pattern OUTPUT =
        Pattern.compile("phases\\.([\\w-]+)\\.output(?:\\.([\\w-]+(?:\\.[\\w-]+)*))?");
    private static final Pattern DOT = Pattern.compile("\\.");

    private Grammar() {}
  }
}
