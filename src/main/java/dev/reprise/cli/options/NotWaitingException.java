package dev.reprise.cli.options;

/** A decision is not sent, because its call does not wait for one, or not for this one. */
public final class NotWaitingException extends Exception {

  public NotWaitingException(String message) {
    super(message);
  }
}
