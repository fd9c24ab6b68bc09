package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.execution.tool.ManualClock;
import dev.reprise.fixture.Sample;
import dev.reprise.schedule.PlayedRuns.Play;
import dev.reprise.schedule.ScheduledRuns.Result;
import dev.reprise.schedule.policy.MisfirePolicy;
import dev.reprise.schedule.policy.OverlapPolicy;
import dev.reprise.schedule.policy.SchedulePolicy;
import dev.reprise.schedule.recurrence.Recurrence;
import dev.reprise.telemetry.Telemetry;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Cooldown, overlap and missed times of a schedule come to what {@link NaiveSchedule} finds, who
 * walks from minute to minute: wherever in ten years, in zones with odd rules, with a server that
 * comes and goes.
 */
class PoliciesAgainstBookTest {

  private static final Logger LOG = Logger.getLogger("dev.reprise");
  private static final int MINUTES = 36 * 60;
  private static final Instant BEGINNING = Instant.parse("2016-01-01T00:00:00Z");
  private static final int TEN_YEARS_OF_HOURS = 10 * 365 * 24;

  @BeforeContainer
  static void beQuietAboutWhatIsPassedOver() {
    LOG.setLevel(Level.OFF);
  }

  @AfterContainer
  static void speakAgain() {
    LOG.setLevel(null);
  }

  /**
   * What happens.
   *
   * @param start when it begins
   * @param present how long the server is there, is not, is again, and so on, in minutes
   */
  record Course(
      String cron,
      ZoneId zone,
      SchedulePolicy policies,
      Instant start,
      List<Integer> present,
      int seed) {

    /** Returns how long the run of a due minute takes; always the same. */
    int minutesOf(int due) {
      int chance = Math.floorMod((due + 31) * 0x9E3779B1 + seed, 1_000);
      return chance < 700 ? chance % 4 : chance % 90;
    }

    boolean isPresent(int minute) {
      int end = 0;
      for (int i = 0; i < present.size(); i++) {
        end += present.get(i);
        if (minute < end) {
          return i % 2 == 0;
        }
      }
      return present.size() % 2 == 0;
    }
  }

  @Property(tries = 150)
  void agreesWithAMinuteByMinuteSimulation(@ForAll("courses") Course course) {
    if (Sample.isOneOf(3)) {
      assertThat(walked(course)).isEqualTo(scheduled(course));
    }
  }

  private static Map<Integer, String> walked(Course course) {
    var clock = new NaiveClock(new NaiveCron(course.cron()), course.zone(), Duration.ofMinutes(1));
    Instant end = course.start().plus(Duration.ofMinutes(MINUTES));
    Set<Integer> dues =
        clock.due(course.start(), end, Integer.MAX_VALUE).stream()
            .map(due -> minute(course, due))
            .collect(Collectors.toUnmodifiableSet());
    var naive = new NaiveSchedule(course.policies(), course::minutesOf);
    for (int minute = 1; minute <= MINUTES; minute++) {
      if (dues.contains(minute)) {
        naive.becomesDue(minute);
      }
      if (course.isPresent(minute)) {
        naive.isLookedAt(minute);
      }
    }
    return naive.book();
  }

  private static int minute(Course course, Instant time) {
    return Math.toIntExact(Duration.between(course.start(), time).toMinutes());
  }

  private static Map<Integer, String> scheduled(Course course) {
    var clock = new ManualClock(course.start());
    var store = new MemoryStore(clock);
    var runs =
        new PlayedRuns(
            clock,
            (schedule, firing) ->
                new Play(
                    Duration.ofMinutes(course.minutesOf(minute(course, firing.due()))),
                    Result.COMPLETED));
    var scheduler =
        new Scheduler(
            store,
            runs,
            new Telemetry(),
            new Scheduler.Config(
                "here",
                "here#1",
                Duration.ofSeconds(30),
                Duration.ofMinutes(1),
                new ConcurrencyLimits(1_000, 1_000, 1_000, 100),
                tenant -> 1,
                () -> false));
    Recurrence recurrence = new Recurrence.Cron(course.cron(), course.zone());
    recurrence
        .next(course.start())
        .ifPresent(
            first ->
                store.add(
                    Samples.schedule("acme", "any", recurrence, first, course.policies()),
                    Samples.MANY));
    for (int minute = 1; minute <= MINUTES; minute++) {
      clock.moveTo(course.start().plus(Duration.ofMinutes(minute)));
      if (course.isPresent(minute)) {
        scheduler.tick();
      }
    }
    return book(course, store, runs);
  }

  private static Map<Integer, String> book(Course course, MemoryStore store, PlayedRuns runs) {
    var book = new TreeMap<Integer, String>();
    var recurrence = new Recurrence.Cron(course.cron(), course.zone());
    runs.made()
        .forEach(
            made ->
                book.put(
                    minute(course, made.firing().due()),
                    "started at " + minute(course, made.at())));
    for (Firing firing : store.all()) {
      if (firing.status() == FiringStatus.SKIPPED) {
        Instant before = firing.due().minusNanos(1);
        recurrence.next(before, firing.dueTimeCount()).stream()
            .map(due -> minute(course, due))
            .forEach(due -> book.put(due, firing.reason().orElseThrow().name()));
      }
    }
    return book;
  }

  @Provide
  Arbitrary<Course> courses() {
    Arbitrary<String> cron =
        Arbitraries.of(
            "* * * * *",
            "*/7 * * * *",
            "*/15 * * * *",
            "0,1,2,30 * * * *",
            "5 */2 * * *",
            "30 0,1,2,3 * * *",
            "0 0 * * *",
            "10-20 1,23 * * *");
    Arbitrary<ZoneId> zone =
        Arbitraries.of(
                "UTC",
                "Europe/Berlin",
                "America/New_York",
                "Australia/Lord_Howe",
                "Pacific/Apia",
                "America/Sao_Paulo",
                "Asia/Tehran",
                "Africa/Casablanca",
                "Africa/Cairo",
                "Antarctica/Troll",
                "Pacific/Chatham")
            .map(ZoneId::of);
    Arbitrary<List<Integer>> present =
        Arbitraries.oneOf(
            Arbitraries.just(List.of(MINUTES + 1)),
            Arbitraries.integers().between(1, 400).list().ofMaxSize(8));
    return Combinators.combine(
            cron, zone, policies(), starts(), present, Arbitraries.integers().between(0, 1_000_000))
        .as(Course::new);
  }

  /** Any hour of ten years, and often one at which many clocks are changed. */
  private static Arbitrary<Instant> starts() {
    return Arbitraries.oneOf(
        Arbitraries.integers()
            .between(0, TEN_YEARS_OF_HOURS)
            .map(hour -> BEGINNING.plus(Duration.ofHours(hour))),
        Arbitraries.of(
            Instant.parse("2018-03-24T12:00:00Z"),
            Instant.parse("2018-10-27T12:00:00Z"),
            Instant.parse("2018-11-03T12:00:00Z"),
            Instant.parse("2021-03-21T12:00:00Z"),
            Instant.parse("2021-09-21T06:00:00Z"),
            Instant.parse("2021-04-03T06:00:00Z"),
            Instant.parse("2019-02-16T12:00:00Z"),
            Instant.parse("2023-04-27T12:00:00Z")));
  }

  private static Arbitrary<SchedulePolicy> policies() {
    return Combinators.combine(
            Arbitraries.of(0, 1, 5, 60),
            Arbitraries.of(OverlapPolicy.class),
            Arbitraries.of(MisfirePolicy.class),
            Arbitraries.of(0, 10, 300),
            Arbitraries.integers().between(1, 4))
        .as(
            (cooldown, overlap, missed, grace, maxActive) ->
                new SchedulePolicy(
                    Duration.ofMinutes(cooldown),
                    overlap,
                    new SchedulePolicy.CatchUp(missed, Duration.ofMinutes(grace), Duration.ZERO),
                    maxActive,
                    new SchedulePolicy.Retry(1, Duration.ofMinutes(1)),
                    0,
                    Optional.empty()));
  }
}
