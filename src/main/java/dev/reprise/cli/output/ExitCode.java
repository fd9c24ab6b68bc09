package dev.reprise.cli.output;

import dev.reprise.client.RunStatus;
import dev.reprise.client.http.ProblemException;
import dev.reprise.client.http.RepriseException;
import dev.reprise.client.http.UnreachableException;

/** How the program ends. The numbers are a promise to scripts. */
public enum ExitCode {
  OK(0),
  /** Something failed, or the run did. */
  FAILURE(1),
  /** The command is not written correctly. */
  USAGE(2),
  NOT_FOUND(3),
  /** The request does not fit the state of what it is about. */
  CONFLICT(4),
  /** The caller is not known, or may not do that. */
  DENIED(5),
  /** The run waits for a person. */
  WAITING(6),
  /** Not within the time of {@code --timeout}; the number is that of {@code timeout(1)}. */
  TIMEOUT(124);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  /** Returns how the program ends if a request had no success. */
  public static ExitCode of(RepriseException e) {
    return switch (e) {
      case UnreachableException ignored -> FAILURE;
      case ProblemException refused ->
          switch (refused.problem().status()) {
            case 401, 403 -> DENIED;
            case 404 -> NOT_FOUND;
            case 409, 412 -> CONFLICT;
            default -> FAILURE;
          };
    };
  }

  /** Returns how the program ends after it has watched a run to this status. */
  public static ExitCode of(RunStatus status) {
    return switch (status) {
      case COMPLETED -> OK;
      case WAITING, PAUSED -> WAITING;
      case QUEUED, RUNNING, FAILED, CANCELLED, DEAD_LETTER, UNKNOWN -> FAILURE;
    };
  }
}
