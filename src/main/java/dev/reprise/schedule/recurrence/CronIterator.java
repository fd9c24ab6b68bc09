package dev.reprise.schedule.recurrence;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The times that a cron expression names on the wall clock, where every day has all its hours once.
 *
 * @param seconds, minutes, hours a bit for each value that matches; none of them empty
 * @param days the days that match
 */
record CronIterator(long seconds, long minutes, long hours, Predicate<LocalDate> days) {

  /** The longest time until a day recurs: for example a Monday, 29 February, in 2072 and 2112. */
  private static final int YEARS_TO_COME_AGAIN = 40;

  private static final int NONE = Long.SIZE;
  private static final long ALL_HOURS = (1L << 24) - 1;

  boolean isEveryHour() {
    return hours == ALL_HOURS;
  }

  /**
   * Returns the first time that matches, or empty if none ever does.
   *
   * @param start a whole second
   */
  Optional<LocalDateTime> atOrAfter(LocalDateTime start) {
    LocalDate last = start.toLocalDate().plusYears(YEARS_TO_COME_AGAIN);
    LocalTime from = start.toLocalTime();
    for (LocalDate day = start.toLocalDate(); !day.isAfter(last); day = day.plusDays(1)) {
      if (days.test(day)) {
        var time = atOrAfter(from);
        if (time.isPresent()) {
          return time.map(day::atTime);
        }
      }
      from = LocalTime.MIDNIGHT;
    }
    return Optional.empty();
  }

  private Optional<LocalTime> atOrAfter(LocalTime start) {
    int hour = first(hours, start.getHour());
    if (hour == start.getHour()) {
      int minute = first(minutes, start.getMinute());
      if (minute == start.getMinute()) {
        int second = first(seconds, start.getSecond());
        if (second != NONE) {
          return Optional.of(LocalTime.of(hour, minute, second));
        }
        minute = first(minutes, start.getMinute() + 1);
      }
      if (minute != NONE) {
        return Optional.of(LocalTime.of(hour, minute, first(seconds, 0)));
      }
      hour = first(hours, start.getHour() + 1);
    }
    return hour == NONE
        ? Optional.empty()
        : Optional.of(LocalTime.of(hour, first(minutes, 0), first(seconds, 0)));
  }

  private static int first(long values, int from) {
    return Long.numberOfTrailingZeros(values & (-1L << from));
  }
}
