package dev.reprise.schedule;

import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Cron expressions of all syntax that is understood. */
final class GeneratedCrons {

  private static final List<String> MONTHS =
      List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");
  private static final List<String> DAYS = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");

  private GeneratedCrons() {}

  static Arbitrary<String> ofMinutes() {
    return Combinators.combine(
            list(number(0, 59)),
            list(number(0, 23)),
            dayField(list(dayOfMonth())),
            Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.just("*")), Tuple.of(1, list(named(1, 12, MONTHS)))),
            dayField(list(dayOfWeek())))
        .as((minute, hour, day, month, week) -> String.join(" ", minute, hour, day, month, week));
  }

  static Arbitrary<String> ofSeconds() {
    return Combinators.combine(list(number(0, 59)), ofMinutes())
        .as((second, minutes) -> second + " " + minutes);
  }

  private static Arbitrary<String> dayField(Arbitrary<String> restricted) {
    return Arbitraries.frequencyOf(
        Tuple.of(3, Arbitraries.just("*")),
        Tuple.of(1, Arbitraries.just("?")),
        Tuple.of(4, restricted));
  }

  private static Arbitrary<String> list(Arbitrary<String> part) {
    return part.list().ofMinSize(1).ofMaxSize(3).map(parts -> String.join(",", parts));
  }

  private static Arbitrary<String> dayOfMonth() {
    return Arbitraries.frequencyOf(
        Tuple.of(4, number(1, 31)),
        Tuple.of(1, Arbitraries.of("L", "l", "LW")),
        Tuple.of(1, Arbitraries.integers().between(1, 30).map(day -> "L-" + day)),
        Tuple.of(1, Arbitraries.integers().between(1, 31).map(day -> day + "W")));
  }

  private static Arbitrary<String> dayOfWeek() {
    var day = value(0, 7, DAYS);
    return Arbitraries.frequencyOf(
        Tuple.of(4, named(0, 7, DAYS)),
        Tuple.of(1, Arbitraries.of("FRI-SUN", "Mon-Sun", "sat-sun/1")),
        Tuple.of(1, day.map(value -> value + "L")),
        Tuple.of(
            1,
            Combinators.combine(day, Arbitraries.integers().between(1, 5))
                .as((value, week) -> value + "#" + week)));
  }

  private static Arbitrary<String> number(int min, int max) {
    return named(min, max, List.of());
  }

  private static Arbitrary<String> named(int min, int max, List<String> names) {
    var value = value(min, max, names);
    var step = Arbitraries.integers().between(1, max).map(number -> "/" + number);
    var stepOrNone = Arbitraries.oneOf(Arbitraries.just(""), step);
    var range =
        Arbitraries.integers()
            .between(min, max - 1)
            .flatMap(
                low ->
                    Arbitraries.integers()
                        .between(low + 1, max)
                        .map(high -> shown(low, min, names) + "-" + shown(high, min, names)));
    return Arbitraries.oneOf(
        value,
        Combinators.combine(Arbitraries.just("*"), stepOrNone).as(String::concat),
        Combinators.combine(range, stepOrNone).as(String::concat),
        Combinators.combine(value, step).as(String::concat));
  }

  private static Arbitrary<String> value(int min, int max, List<String> names) {
    var numbers = Arbitraries.integers().between(min, max).map(String::valueOf);
    if (names.isEmpty()) {
      return numbers;
    }
    return Arbitraries.oneOf(
        numbers,
        Arbitraries.of(names),
        Arbitraries.of(names).map(name -> name.toLowerCase(Locale.ROOT)));
  }

  /** Some of the values by their names, so that both ends of a range may have one. */
  private static String shown(int value, int min, List<String> names) {
    int at = value - min;
    return value % 3 == 0 && at < names.size() ? names.get(at) : String.valueOf(value);
  }
}
