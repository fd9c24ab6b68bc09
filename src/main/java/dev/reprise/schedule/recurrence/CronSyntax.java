package dev.reprise.schedule.recurrence;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Reads cron expressions; {@link Recurrence.Cron} describes their syntax. Tested by {@code
 * CronAgainstClockTest}.
 */
final class CronSyntax {

  private static final int MAX_LENGTH = 256;
  private static final LocalDateTime ANY_TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

  private final String expression;
  private final List<String> fields;

  private CronSyntax(String expression) {
    if (expression.length() > MAX_LENGTH) {
      throw new InvalidRecurrenceException(
          "a cron expression must have at most %d characters, not %d"
              .formatted(MAX_LENGTH, expression.length()));
    }
    this.expression = expression;
    String[] given = expression.strip().toUpperCase(Locale.ROOT).split("\\s+");
    if (given.length < 5 || given.length > 6) {
      throw new InvalidRecurrenceException(
          ("a cron expression has 5 fields (minute, hour, day of month, month, day of week) or 6"
                  + " (second first), and '%s' has %d")
              .formatted(expression, expression.isBlank() ? 0 : given.length));
    }
    Stream<String> secondIfNone = given.length == 5 ? Stream.of("0") : Stream.empty();
    fields = Stream.concat(secondIfNone, Stream.of(given)).toList();
  }

  /**
   * @throws InvalidRecurrenceException if the expression is wrong; names the field and the part
   */
  static CronIterator read(String expression) {
    return new CronSyntax(expression).times();
  }

  /**
   * @throws InvalidRecurrenceException as {@link #read}, and if the expression names no time at all
   */
  static void check(String expression) {
    if (read(expression).atOrAfter(ANY_TIME).isEmpty()) {
      throw new InvalidRecurrenceException(
          "cron expression '%s' never matches: no year has such a day".formatted(expression));
    }
  }

  private CronIterator times() {
    return new CronIterator(
        values(CronField.SECOND, fields.get(0)),
        values(CronField.MINUTE, fields.get(1)),
        values(CronField.HOUR, fields.get(2)),
        days(fields.get(3), fields.get(4), fields.get(5)));
  }

  private Predicate<LocalDate> days(String ofMonth, String month, String ofWeek) {
    var byMonth = days(CronField.DAY_OF_MONTH, ofMonth, CronDayMatcher::dayOfMonth);
    long months = values(CronField.MONTH, month);
    var byWeek = days(CronField.DAY_OF_WEEK, ofWeek, CronDayMatcher::dayOfWeek);
    boolean either = isRestricted(ofMonth) && isRestricted(ofWeek);
    var day = either ? byMonth.or(byWeek) : byMonth.and(byWeek);
    Predicate<LocalDate> inMonth = date -> (months >> date.getMonthValue() & 1) == 1;
    return inMonth.and(day); // the cheaper check first: some day checks search forty years
  }

  private static boolean isRestricted(String dayField) {
    return !dayField.startsWith("*") && !dayField.equals("?");
  }

  private long values(CronField field, String text) {
    return parts(field, text, field::values).stream().reduce(0L, (all, some) -> all | some);
  }

  private Predicate<LocalDate> days(
      CronField field, String text, Function<String, Predicate<LocalDate>> part) {
    if (text.equals("?")) {
      return date -> true;
    }
    return parts(field, text, part).stream().reduce(Predicate::or).orElseThrow();
  }

  private <T> List<T> parts(CronField field, String text, Function<String, T> read) {
    return Arrays.stream(text.split(",", -1)).map(part -> part(field, part, read)).toList();
  }

  private <T> T part(CronField field, String part, Function<String, T> read) {
    try {
      return read.apply(part);
    } catch (InvalidRecurrenceException e) {
      throw new InvalidRecurrenceException(
          "%s '%s' of '%s' %s".formatted(field.word(), part, expression, e.getMessage()));
    }
  }
}
