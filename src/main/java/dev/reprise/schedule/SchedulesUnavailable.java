package dev.reprise.schedule;

/** The database did not do what was asked of it; nothing was changed. */
public class SchedulesUnavailable extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SchedulesUnavailable(Throwable cause) {
    super("the schedules cannot be read or written", cause);
  }
}
