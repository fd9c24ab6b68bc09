package dev.reprise.model;

import java.util.List;
import java.util.stream.Collectors;

/**
 * An agent's options for a model are not understood. Carries everything that is wrong with them.
 */
public class InvalidModelOptionsException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  /**
   * Says what is wrong and where.
   *
   * @param path within the options, for example {@code script.survey[2].calls[0].tool}
   * @param message what is wrong and what is allowed
   */
  public InvalidModelOptionsException(String path, String message) {
    this(List.of(new Problem(path, message)));
  }

  /** Says all that is wrong. */
  public InvalidModelOptionsException(List<Problem> problems) {
    super(problems.stream().limit(10).map(Problem::toString).collect(Collectors.joining("; ")));
    this.problems = List.copyOf(problems);
  }

  /** Returns what is wrong, at least one problem, in the order of the options. */
  public List<Problem> problems() {
    return problems;
  }

  /**
   * One thing that is wrong.
   *
   * @param path within the options, empty for the whole
   * @param message what is wrong and what is allowed
   */
  public record Problem(String path, String message) {
    @Override
    public String toString() {
      return path.isEmpty() ? message : path + ": " + message;
    }
  }
}
