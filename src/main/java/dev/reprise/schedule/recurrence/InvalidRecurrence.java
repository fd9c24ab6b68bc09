package dev.reprise.schedule.recurrence;

/** A recurrence cannot be. The message shows what is wrong, where, and what is allowed. */
public class InvalidRecurrence extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  InvalidRecurrence(String message) {
    super(message);
  }
}
