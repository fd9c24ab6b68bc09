package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.schedule.recurrence.InvalidRecurrenceException;
import dev.reprise.schedule.recurrence.Recurrence;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The due times of a cron expression are the times that an observer of a wall clock sees. */
class CronAgainstClockTest {

  private static final Instant BEGIN = Instant.parse("2010-01-01T00:00:00Z");
  private static final Instant END = Instant.parse("2031-01-01T00:00:00Z");
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** Zones whose clocks do odd things in these years, and two that are as most are. */
  static List<String> zones() {
    return List.of(
        "UTC",
        "Europe/Berlin",
        "America/New_York",
        "Pacific/Apia", // skipped 30 December 2011
        "Australia/Lord_Howe", // by half an hour
        "Africa/Cairo", // at midnight, and some years not at all
        "America/Sao_Paulo", // at midnight
        "America/Havana", // at midnight, and back at one
        "Asia/Tehran", // at midnight
        "Asia/Beirut", // at midnight
        "Africa/Casablanca", // back for Ramadan
        "Antarctica/Troll", // by two hours
        "Antarctica/Casey", // by three hours
        "Asia/Pyongyang", // half an hour to and fro
        "America/Caracas"); // half an hour, once
  }

  @Property(tries = 400)
  void agreesWithAWatchedClock(
      @ForAll("minutes") String expression, @ForAll("moments") Moment moment) {
    assertSame(expression, moment, MINUTE, Duration.ofDays(400));
  }

  @Property(tries = 100)
  void agreesWithAWatchedClockToTheSecond(
      @ForAll("seconds") String expression, @ForAll("moments") Moment moment) {
    assertSame(expression, moment, SECOND, Duration.ofDays(1));
  }

  private static void assertSame(String expression, Moment moment, Duration step, Duration window) {
    var naive = new NaiveCron(expression);
    Recurrence cron;
    try {
      cron = Recurrence.cron(expression, moment.zone().getId());
    } catch (InvalidRecurrenceException e) {
      assertThat(e).hasMessageContaining("never matches");
      assertThat(LocalDate.of(2010, 1, 1).datesUntil(LocalDate.of(2050, 1, 1)))
          .as("days of %s", expression)
          .noneMatch(naive::matches);
      return;
    }
    Instant end = moment.instant().plus(window);
    List<Instant> expected =
        new NaiveClock(naive, moment.zone(), step).due(moment.instant(), end, 3);

    assertThat(cron.next(moment.instant(), 3).stream().filter(due -> !due.isAfter(end)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("zones")
  void agreesWithAWatchedClockAroundEveryChange(String name) {
    var zone = ZoneId.of(name);
    for (String expression :
        List.of(
            "* * * * *",
            "*/20 * * * *",
            "0 * * * *",
            "30 2 * * *",
            "0 0 * * *",
            "30 0 * * *",
            "15,45 1-3 * * *",
            "59 23 * * *",
            "0 */2 * * 0,6",
            "10 0-4 L * FRI",
            "0 12 30 12 *")) {
      var naive = new NaiveCron(expression);
      var cron = Recurrence.cron(expression, name);
      changes(zone)
          .forEach(
              change -> {
                Instant after = change.getInstant().minus(Duration.ofHours(5));
                Instant end = change.getInstant().plus(Duration.ofHours(5));
                assertThat(dueUntil(end, cron, after))
                    .as("%s in %s around %s", expression, zone, change)
                    .isEqualTo(new NaiveClock(naive, zone, MINUTE).due(after, end, 1000));
              });
    }
  }

  private static List<Instant> dueUntil(Instant end, Recurrence cron, Instant after) {
    return Stream.iterate(cron.next(after).orElseThrow(), due -> cron.next(due).orElseThrow())
        .takeWhile(due -> !due.isAfter(end))
        .toList();
  }

  /** An instant, and where its clock hangs. */
  record Moment(ZoneId zone, Instant instant) {}

  @Provide
  Arbitrary<String> minutes() {
    return GeneratedCrons.ofMinutes();
  }

  @Provide
  Arbitrary<String> seconds() {
    return GeneratedCrons.ofSeconds();
  }

  @Provide
  Arbitrary<Moment> moments() {
    var anyZone = Arbitraries.of(ZoneId.getAvailableZoneIds().stream().sorted().toList());
    return Arbitraries.frequencyOf(Tuple.of(3, Arbitraries.of(zones())), Tuple.of(1, anyZone))
        .map(ZoneId::of)
        .flatMap(zone -> instants(zone).map(instant -> new Moment(zone, instant)));
  }

  private static Arbitrary<Instant> instants(ZoneId zone) {
    Arbitrary<Instant> any =
        Arbitraries.longs()
            .between(BEGIN.getEpochSecond(), END.getEpochSecond())
            .map(Instant::ofEpochSecond);
    List<Instant> changes = changes(zone).map(ZoneOffsetTransition::getInstant).toList();
    if (changes.isEmpty()) {
      return any;
    }
    Arbitrary<Instant> nearAChange =
        Arbitraries.of(changes)
            .flatMap(
                change ->
                    Arbitraries.longs().between(-14_400_000, 14_400_000).map(change::plusMillis));
    return Arbitraries.oneOf(any, nearAChange);
  }

  private static Stream<ZoneOffsetTransition> changes(ZoneId zone) {
    var rules = zone.getRules();
    return Stream.iterate(
        rules.nextTransition(BEGIN),
        change -> change != null && change.getInstant().isBefore(END),
        change -> rules.nextTransition(change.getInstant()));
  }
}
