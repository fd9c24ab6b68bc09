package dev.reprise.client.http;

/** The server refused a request. */
public final class ProblemException extends RepriseException {

  private final transient Problem problem;

  ProblemException(Problem problem) {
    super(
        problem.code().isEmpty()
            ? "the server answers %d: %s".formatted(problem.status(), problem.detail())
            : "%s (%d %s)".formatted(problem.detail(), problem.status(), problem.code()));
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}
