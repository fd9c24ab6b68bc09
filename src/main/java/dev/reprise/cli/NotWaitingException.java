package dev.reprise.cli;

/** A decision is about a call that does not wait for one. */
final class NotWaitingException extends Exception {

  private static final long serialVersionUID = 1L;

  NotWaitingException(String message) {
    super(message);
  }
}
