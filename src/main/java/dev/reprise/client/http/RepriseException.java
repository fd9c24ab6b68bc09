package dev.reprise.client.http;

/** A request that had no success; the message says why, for people. */
public abstract sealed class RepriseException extends Exception
    permits ProblemException, UnreachableException {

  private final String message;

  RepriseException(String message, Throwable cause) {
    super(message, cause);
    this.message = message;
  }

  RepriseException(String message) {
    super(message);
    this.message = message;
  }

  @Override
  public String getMessage() {
    return message;
  }
}
