package dev.reprise.cli.options;

/** A decision is about a call that does not wait for one. */
public final class NotWaitingException extends Exception {

  private static final long serialVersionUID = 1L;

  public NotWaitingException(String message) {
    super(message);
  }
}
