package dev.reprise.schedule.recurrence;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.function.Predicate;

/** Maps the parts of the two day fields of a cron expression to days. */
final class CronDayMatcher {

  private CronDayMatcher() {}

  /**
   * @param part a part of the list, in upper case
   * @throws InvalidRecurrenceException if the part is wrong; the part is the subject of the message
   */
  static Predicate<LocalDate> dayOfMonth(String part) {
    if (part.equals("L")) {
      return date -> date.getDayOfMonth() == date.lengthOfMonth();
    }
    if (part.equals("LW")) {
      return date -> date.equals(nearestWeekday(date.with(TemporalAdjusters.lastDayOfMonth())));
    }
    if (part.startsWith("L-")) {
      int before = CronField.number(part.substring(2), 1, 30, "is not L-1 to L-30");
      return date -> date.getDayOfMonth() == date.lengthOfMonth() - before;
    }
    if (part.endsWith("W")) {
      int day = CronField.number(part.substring(0, part.length() - 1), 1, 31, "is not 1W to 31W");
      return date ->
          day <= date.lengthOfMonth() && date.equals(nearestWeekday(date.withDayOfMonth(day)));
    }
    long days = CronField.DAY_OF_MONTH.values(part);
    return date -> has(days, date.getDayOfMonth());
  }

  /** Stays in the month: for a Saturday on the first, it is Monday the third. */
  private static LocalDate nearestWeekday(LocalDate date) {
    return switch (date.getDayOfWeek()) {
      case SATURDAY -> date.getDayOfMonth() > 1 ? date.minusDays(1) : date.plusDays(2);
      case SUNDAY ->
          date.getDayOfMonth() < date.lengthOfMonth() ? date.plusDays(1) : date.minusDays(2);
      default -> date;
    };
  }

  /**
   * @param part a part of the list, in upper case
   * @throws InvalidRecurrenceException if the part is wrong; the part is the subject of the message
   */
  static Predicate<LocalDate> dayOfWeek(String part) {
    int hash = part.indexOf('#');
    if (hash >= 0) {
      DayOfWeek day = weekday(part.substring(0, hash));
      int week =
          CronField.number(
              part.substring(hash + 1), 1, 5, "is not #1 to #5, the first to the fifth of a month");
      return date -> date.getDayOfWeek() == day && (date.getDayOfMonth() + 6) / 7 == week;
    }
    if (part.length() > 1 && part.endsWith("L")) {
      DayOfWeek day = weekday(part.substring(0, part.length() - 1));
      return date -> date.getDayOfWeek() == day && date.getDayOfMonth() + 7 > date.lengthOfMonth();
    }
    long days = CronField.DAY_OF_WEEK.values(part);
    return date ->
        has(days, date.getDayOfWeek().getValue())
            || (date.getDayOfWeek() == DayOfWeek.SUNDAY && has(days, 0));
  }

  private static DayOfWeek weekday(String text) {
    int value = CronField.DAY_OF_WEEK.value(text);
    return DayOfWeek.of(value == 0 ? 7 : value);
  }

  private static boolean has(long values, int value) {
    return (values >> value & 1) == 1;
  }
}
