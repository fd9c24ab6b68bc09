package dev.reprise.schedule;

import static java.time.temporal.TemporalAdjusters.lastDayOfMonth;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A second reading of cron expressions: it asks each part of each field whether a moment is meant.
 * It shares nothing with the one that it judges, and takes only what is correct.
 */
final class NaiveCron {

  private static final List<String> MONTHS =
      List.of(
          "none", "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV",
          "DEC");
  private static final List<String> DAYS = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");
  private static final Pattern NUMBERS =
      Pattern.compile("(?<all>\\*)?(?<low>\\d+)?(-(?<high>\\d+))?(/(?<step>\\d+))?");

  private final boolean[] seconds;
  private final boolean[] minutes;
  private final boolean[] hours;
  private final String daysOfMonth;
  private final String months;
  private final String daysOfWeek;
  private final Map<LocalDate, Boolean> knownDays = new HashMap<>();

  NaiveCron(String expression) {
    String[] given = expression.toUpperCase(Locale.ROOT).strip().split("\\s+");
    String[] fields = given.length == 6 ? given : ("0 " + String.join(" ", given)).split(" ");
    seconds = meant(fields[0], 59);
    minutes = meant(fields[1], 59);
    hours = meant(fields[2], 23);
    daysOfMonth = fields[3].replace('?', '*');
    months = withNumbers(fields[4], MONTHS);
    daysOfWeek = withNumbers(fields[5], DAYS).replace('?', '*').replace("-0", "-7");
  }

  boolean matches(LocalDateTime time) {
    return seconds[time.getSecond()]
        && minutes[time.getMinute()]
        && hours[time.getHour()]
        && knownDays.computeIfAbsent(time.toLocalDate(), this::matches);
  }

  boolean isEveryHour() {
    return IntStream.range(0, 24).allMatch(hour -> hours[hour]);
  }

  boolean matches(LocalDate date) {
    boolean byMonth = anyPart(daysOfMonth).anyMatch(part -> meansDayOfMonth(part, date));
    boolean byWeek = anyPart(daysOfWeek).anyMatch(part -> meansDayOfWeek(part, date));
    boolean bothRestricted = !daysOfMonth.startsWith("*") && !daysOfWeek.startsWith("*");
    return anyPart(months).anyMatch(part -> means(part, date.getMonthValue(), 1, 12))
        && (bothRestricted ? byMonth || byWeek : byMonth && byWeek);
  }

  private static boolean meansDayOfMonth(String part, LocalDate date) {
    int last = date.with(lastDayOfMonth()).getDayOfMonth();
    if (part.equals("LW")) {
      return date.equals(nearestWeekday(date, last));
    }
    if (part.startsWith("L")) {
      int offset = part.equals("L") ? 0 : Integer.parseInt(part.substring(1)); // "-3"
      return date.getDayOfMonth() == last + offset;
    }
    if (part.endsWith("W")) {
      int day = Integer.parseInt(part.replace("W", ""));
      return day <= last && date.equals(nearestWeekday(date, day));
    }
    return means(part, date.getDayOfMonth(), 1, 31);
  }

  private static LocalDate nearestWeekday(LocalDate inMonth, int day) {
    return IntStream.rangeClosed(1, inMonth.lengthOfMonth())
        .mapToObj(inMonth::withDayOfMonth)
        .filter(date -> date.getDayOfWeek().compareTo(DayOfWeek.FRIDAY) <= 0)
        .min((a, b) -> distance(a, day) - distance(b, day))
        .orElseThrow();
  }

  private static int distance(LocalDate date, int day) {
    return Math.abs(date.getDayOfMonth() - day);
  }

  private static boolean meansDayOfWeek(String part, LocalDate date) {
    int day = date.getDayOfWeek().getValue() % 7;
    if (part.endsWith("L")) {
      return day == part.charAt(0) % '0' % 7 && date.plusWeeks(1).getMonth() != date.getMonth();
    }
    if (part.contains("#")) {
      int before = part.charAt(2) - '0' - 1;
      return day == part.charAt(0) % '0' % 7
          && date.minusWeeks(before).getMonth() == date.getMonth()
          && date.minusWeeks(before + 1).getMonth() != date.getMonth();
    }
    return means(part, day, 0, 7) || (day == 0 && means(part, 7, 0, 7));
  }

  private static boolean[] meant(String field, int max) {
    var values = new boolean[max + 1];
    for (int i = 0; i <= max; i++) {
      int value = i;
      values[i] = anyPart(field).anyMatch(part -> means(part, value, 0, max));
    }
    return values;
  }

  private static boolean means(String part, int value, int min, int max) {
    var numbers = NUMBERS.matcher(part);
    if (!numbers.matches()) {
      throw new IllegalArgumentException("not understood: " + part);
    }
    int step = numbers.group("step") == null ? 1 : Integer.parseInt(numbers.group("step"));
    int low = numbers.group("all") != null ? min : Integer.parseInt(numbers.group("low"));
    int high = low;
    if (numbers.group("high") != null) {
      high = Integer.parseInt(numbers.group("high"));
    } else if (numbers.group("all") != null || numbers.group("step") != null) {
      high = max;
    }
    return low <= value && value <= high && (value - low) % step == 0;
  }

  private static Stream<String> anyPart(String field) {
    return Arrays.stream(field.split(","));
  }

  private static String withNumbers(String field, List<String> names) {
    String numbers = field;
    for (int i = 0; i < names.size(); i++) {
      numbers = numbers.replace(names.get(i), String.valueOf(i));
    }
    return numbers;
  }
}
