package dev.reprise.schedule.recurrence;

/** A recurrence cannot be. The message shows what is wrong, where, and what is allowed. */
public class InvalidRecurrenceException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  InvalidRecurrenceException(String message) {
    super(message);
  }
}
