package dev.reprise.schedule;

/**
 * The database failed. Nothing was changed, unless an {@link
 * dev.reprise.platform.jdbc.InDoubtException} is among its causes.
 */
public class SchedulesUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public SchedulesUnavailableException(Throwable cause) {
    super("the schedules cannot be read or written", cause);
  }
}
