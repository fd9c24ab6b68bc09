package dev.reprise.schedule;

/** The run of a firing could not be submitted; the message tells a person why. */
public class RunNotStartedException extends Exception {

  public RunNotStartedException(String message) {
    super(message);
  }

  public RunNotStartedException(String message, Throwable cause) {
    super(message, cause);
  }
}
