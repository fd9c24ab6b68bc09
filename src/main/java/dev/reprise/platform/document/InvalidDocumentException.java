package dev.reprise.platform.document;

import java.util.List;
import java.util.stream.Collectors;

/** A document cannot be read or breaks a rule. Carries all its errors. */
public class InvalidDocumentException extends IllegalArgumentException {

  private final transient List<DocumentError> problems;

  public InvalidDocumentException(List<DocumentError> problems) {
    super(
        problems.stream()
            .limit(DocumentError.MAX_REPORTED)
            .map(DocumentError::toString)
            .collect(Collectors.joining("; ")));
    this.problems = problems.stream().limit(DocumentError.MAX_REPORTED).toList();
  }

  /** Returns at least one error, and the first hundred if there are more. */
  public List<DocumentError> problems() {
    return problems;
  }
}
