package dev.reprise.cli.options;

/** A decision is not sent, because its call does not wait for one, or not for this one. */
public final class NotWaitingException extends Exception {

  private static final long serialVersionUID = 1L;

  public NotWaitingException(String message) {
    super(message);
  }
}
