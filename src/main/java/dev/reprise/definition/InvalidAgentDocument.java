package dev.reprise.definition;

import java.util.List;
import java.util.stream.Collectors;

/** A document is no agent. Carries everything that is wrong with it. */
public class InvalidAgentDocument extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  InvalidAgentDocument(List<Problem> problems) {
    super(
        problems.stream()
            .limit(Problem.MOST)
            .map(Problem::toString)
            .collect(Collectors.joining("; ")));
    this.problems = problems.stream().limit(Problem.MOST).toList();
  }

  /** Returns what is wrong: at least one problem, and the first hundred if there are more. */
  public List<Problem> problems() {
    return problems;
  }
}
