package dev.reprise.definition;

import java.util.List;
import java.util.stream.Collectors;

/** A document is not a valid agent. Carries all problems. */
public class InvalidAgentDocumentException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final transient List<DocumentError> problems;

  InvalidAgentDocumentException(List<DocumentError> problems) {
    super(
        problems.stream()
            .limit(DocumentError.MOST)
            .map(DocumentError::toString)
            .collect(Collectors.joining("; ")));
    this.problems = problems.stream().limit(DocumentError.MOST).toList();
  }

  /** Returns the problems: at least one, and the first hundred if there are more. */
  public List<DocumentError> problems() {
    return problems;
  }
}
