package dev.reprise.model;

import java.util.List;
import java.util.stream.Collectors;

/** An agent's options for a model are not valid. Carries all problems. */
public class InvalidModelOptionsException extends IllegalArgumentException {

  private final transient List<Problem> problems;

  /**
   * Reports one problem.
   *
   * @param path within the options, for example {@code script.survey[2].calls[0].tool}
   * @param message what must be
   */
  public InvalidModelOptionsException(String path, String message) {
    this(List.of(new Problem(path, message)));
  }

  /** Reports all problems. */
  public InvalidModelOptionsException(List<Problem> problems) {
    super(problems.stream().limit(10).map(Problem::toString).collect(Collectors.joining("; ")));
    this.problems = List.copyOf(problems);
  }

  /** Returns the problems, at least one, in the order of the options. */
  public List<Problem> problems() {
    return problems;
  }

  /**
   * One problem.
   *
   * @param path within the options, empty for the options themselves
   * @param message what must be
   */
  public record Problem(String path, String message) {
    @Override
    public String toString() {
      return path.isEmpty() ? message : path + ": " + message;
    }
  }
}
