package dev.reprise.schedule;

/** The run of a firing could not be submitted; the message tells a person why. */
public class NotStarted extends Exception {

  private static final long serialVersionUID = 1L;

  public NotStarted(String message) {
    super(message);
  }

  public NotStarted(String message, Throwable cause) {
    super(message, cause);
  }
}
