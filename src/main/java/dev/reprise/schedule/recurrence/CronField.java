package dev.reprise.schedule.recurrence;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A field of a cron expression, and its values, ranges and steps. Tested by {@code
 * CronAgainstClockTest}.
 */
enum CronField {
  SECOND(0, 59),
  MINUTE(0, 59),
  HOUR(0, 23),
  DAY_OF_MONTH(1, 31),
  MONTH(1, 12, "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"),
  DAY_OF_WEEK(0, 7, "SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");

  private static final Pattern PART =
      Pattern.compile("(?:\\*|([^-/]+)(?:-([^-/]+))?)(?:/([^-/]+))?");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,3}");

  private final int min;
  private final int max;

  @SuppressWarnings("ImmutableEnumChecker") // a list that cannot be changed
  private final List<String> names;

  CronField(int min, int max, String... names) {
    this.min = min;
    this.max = max;
    this.names = List.of(names);
  }

  /**
   * Returns a bit for each value that a part of a list names.
   *
   * @param part in upper case
   * @throws InvalidRecurrenceException if the part is wrong; the part is the subject of the message
   */
  long values(String part) {
    Matcher matcher = PART.matcher(part);
    if (!matcher.matches()) {
      throw new InvalidRecurrenceException("is not " + allowed());
    }
    String low = matcher.group(1);
    String high = matcher.group(2);
    String step = matcher.group(3);
    if (low == null) {
      return values(min, max, step);
    }
    int from = value(low);
    if (high == null) {
      return values(from, step == null ? from : max, step);
    }
    int to = value(high);
    if (this == DAY_OF_WEEK && high.equals("SUN") && from > 0) {
      to = max; // the Sunday that ends the week
    }
    if (from > to) {
      throw new InvalidRecurrenceException(
          "runs backwards; write two parts, %d-%d,%d-%d".formatted(from, max, min, to));
    }
    return values(from, to, step);
  }

  /**
   * @throws InvalidRecurrenceException if it is neither a name nor a number of this field
   */
  int value(String text) {
    int name = names.indexOf(text);
    if (name >= 0) {
      return min + name;
    }
    return number(text, min, max, "is not " + allowed());
  }

  /**
   * @throws InvalidRecurrenceException with that message if it is no number within these bounds
   */
  static int number(String text, int min, int max, String message) {
    if (NUMBER.matcher(text).matches()) {
      int number = Integer.parseInt(text);
      if (min <= number && number <= max) {
        return number;
      }
    }
    throw new InvalidRecurrenceException(message);
  }

  /** Returns the word for people. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private String allowed() {
    return switch (this) {
      case SECOND, MINUTE -> "0 to 59, a range (5-50) or steps (*/15, 5-50/5, 5/15)";
      case HOUR -> "0 to 23, a range (8-18) or steps (*/6, 8-18/2, 8/2)";
      case DAY_OF_MONTH ->
          "1 to 31, a range (1-15), steps (*/2, 1-15/2, 5/7), L, L-3, 15W or LW; or all of it ?";
      case MONTH -> "1 to 12, JAN to DEC, a range (1-6) or steps (*/3, 1-6/2, 2/3)";
      case DAY_OF_WEEK ->
          "0 to 7, SUN to SAT, a range (1-5), steps (*/2, 1-5/2, 1/2), 5L or MON#2; or all of it ?";
    };
  }

  private long values(int from, int to, @Nullable String stepText) {
    int step =
        stepText == null
            ? 1
            : number(
                stepText, 1, max, "has the step %s; a step is 1 to %d".formatted(stepText, max));
    long values = 0;
    for (int value = from; value <= to; value += step) {
      values |= 1L << value;
    }
    return values;
  }
}
