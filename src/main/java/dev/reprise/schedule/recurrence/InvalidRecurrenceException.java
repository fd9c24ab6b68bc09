package dev.reprise.schedule.recurrence;

/** A recurrence is invalid. The message says what is wrong, where, and what is allowed. */
public class InvalidRecurrenceException extends IllegalArgumentException {

  InvalidRecurrenceException(String message) {
    super(message);
  }
}
