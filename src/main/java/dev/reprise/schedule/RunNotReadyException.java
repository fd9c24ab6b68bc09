package dev.reprise.schedule;

/**
 * The run of a firing cannot be submitted yet, because something that its agent needs is not there
 * at this moment. That counts as no attempt.
 */
public class RunNotReadyException extends RunNotStartedException {

  public RunNotReadyException(String message, Throwable cause) {
    super(message, cause);
  }
}
