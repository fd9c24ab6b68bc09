package dev.reprise.client.http;

/** The server gave no answer, or what answered is not the API of Reprise. */
public final class UnreachableException extends RepriseException {

  private final Stage stage;

  /** How far the request came. */
  public enum Stage {
    /** The server has not received it. */
    NOT_SENT,
    /** It is unknown whether the server carried it out. */
    LOST
  }

  UnreachableException(String message, Throwable cause, Stage stage) {
    super(message, cause);
    this.stage = stage;
  }

  UnreachableException(String message, Stage stage) {
    super(message);
    this.stage = stage;
  }

  public Stage stage() {
    return stage;
  }
}
