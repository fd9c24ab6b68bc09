package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.execution.tool.ManualClock;
import dev.reprise.fixture.Sample;
import dev.reprise.schedule.PlayedRuns.Made;
import dev.reprise.schedule.PlayedRuns.Play;
import dev.reprise.schedule.ScheduledRuns.Result;
import dev.reprise.schedule.policy.MisfirePolicy;
import dev.reprise.schedule.policy.OverlapPolicy;
import dev.reprise.schedule.policy.SchedulePolicy;
import dev.reprise.schedule.recurrence.Recurrence;
import dev.reprise.telemetry.Telemetry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/**
 * A year of 500 schedules by a clock that is moved by hand, with outages, pauses, deaths between
 * slot and run, failures and people who want more: each due time is fired once, or accounted for by
 * the policy that says why not.
 */
class YearOfSchedulesTest {

  private static final Logger LOG = Logger.getLogger("dev.reprise");
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  /** A quarter of the year with 200 of the schedules is a sample. */
  private static final Instant END =
      Instant.parse(Sample.isWhole() ? "2027-01-01T00:00:00Z" : "2026-04-01T00:00:00Z");

  private static final int SCHEDULES = Sample.isWhole() ? 500 : 200;

  /** Percent; three in a row fail a firing, which must happen in a sample too. */
  private static final int FAILURES = Sample.isWhole() ? 3 : 9;

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final ConcurrencyLimits LIMITS = new ConcurrencyLimits(12, 6, 12, 100);
  private static final List<String> ZONES =
      List.of(
          "UTC",
          "Europe/Berlin",
          "America/New_York",
          "Australia/Lord_Howe",
          "Asia/Kolkata",
          "Africa/Cairo",
          "America/Santiago",
          "Pacific/Chatham");

  private static final List<OverlapPolicy> OVERLAPS =
      List.copyOf(EnumSet.allOf(OverlapPolicy.class));
  private static final List<MisfirePolicy> MISSED = List.copyOf(EnumSet.allOf(MisfirePolicy.class));
  private static final Duration TOLERANCE = Duration.ofSeconds(90);

  private final Random random = new Random(20260101);
  private final ManualClock clock = new ManualClock(BEGIN);
  private final MemoryStore store = new MemoryStore(clock);
  private final PlayedRuns runs = new PlayedRuns(clock, this::play);
  private final Map<UUID, Schedule> schedules = new HashMap<>();
  private int deaths;

  private Play play(Schedule schedule, Firing firing) {
    int chance = random.nextInt(1_000);
    Duration takes = Duration.ofSeconds(chance < 950 ? 5 + chance / 4 : chance * 9L);
    return new Play(takes, random.nextInt(100) < FAILURES ? Result.FAILED : Result.COMPLETED);
  }

  private Scheduler scheduler(int start) {
    ScheduledRuns mortal =
        new ScheduledRuns() {
          @Override
          public void start(Schedule schedule, Firing firing) throws RunNotStartedException {
            if (random.nextInt(2_000) == 0) {
              deaths++;
              throw new IllegalStateException("killed before the run");
            }
            runs.start(schedule, firing);
            if (random.nextInt(2_000) == 0) {
              deaths++;
              throw new IllegalStateException("killed after the run");
            }
          }

          @Override
          public void cancel(UUID run, String by, String reason) {
            runs.cancel(run, by, reason);
          }

          @Override
          public Map<UUID, Status> statuses(Collection<UUID> ids) {
            return runs.statuses(ids);
          }
        };
    return new Scheduler(
        store,
        mortal,
        new Telemetry(),
        new Scheduler.Config(
            "here",
            "here#" + start,
            TOLERANCE,
            Duration.ofSeconds(30),
            LIMITS,
            tenant -> 1,
            () -> false));
  }

  private void addSchedules() {
    for (int i = 0; i < SCHEDULES; i++) {
      Recurrence recurrence = recurrence(i);
      Instant first = recurrence.next(BEGIN).orElseThrow();
      Schedule schedule =
          Samples.schedule(
              "tenant-" + i % 9, "schedule-%03d".formatted(i), recurrence, first, policies(i));
      assertThat(store.add(schedule, Samples.MANY)).isTrue();
      schedules.put(schedule.id(), schedule);
    }
  }

  private Recurrence recurrence(int i) {
    String zone = ZONES.get(i % ZONES.size());
    int minute = random.nextInt(60);
    int hour = random.nextInt(24);
    return switch (i % 50) {
      case 0 -> Recurrence.cron("%d * * * *".formatted(minute), zone);
      case 1 -> Recurrence.cron("*/20 8-17 * * MON-FRI", zone);
      case 2 -> new Recurrence.Every(Duration.ofMinutes(97), BEGIN.plusSeconds(hour * 61L));
      case 3 -> new Recurrence.Once(BEGIN.plus(Duration.ofHours(1 + random.nextInt(8_700))));
      case 4, 5 -> Recurrence.cron("%d %d L * *".formatted(minute, hour), zone);
      case 6, 7 -> Recurrence.cron("%d %d * * FRI#2".formatted(minute, hour), zone);
      case 8, 9 -> Recurrence.cron("%d %d 1 1,4,7,10 *".formatted(minute, hour), zone);
      case 10, 11, 12, 13 -> Recurrence.cron("30 0,1,2,3 * * *", zone);
      default -> Recurrence.cron("%d %d * * *".formatted(minute, hour), zone);
    };
  }

  private SchedulePolicy policies(int i) {
    return new SchedulePolicy(
        Duration.ofMinutes(List.of(0, 5, 5, 60).get(i % 4)),
        OVERLAPS.get(i / 4 % OVERLAPS.size()),
        new SchedulePolicy.CatchUp(
            MISSED.get(i / 16 % MISSED.size()), Duration.ofHours(6), Duration.ofMinutes(5)),
        2,
        new SchedulePolicy.Retry(3, MINUTE),
        0,
        Optional.empty());
  }

  @Test
  void accountsForEachDueTimeOnce() {
    LOG.setLevel(Level.OFF);
    try {
      addSchedules();
      live();
    } finally {
      LOG.setLevel(null);
    }

    Map<UUID, List<Firing>> firings = new HashMap<>();
    store
        .all()
        .forEach(it -> firings.computeIfAbsent(it.schedule(), id -> new ArrayList<>()).add(it));
    Map<String, Integer> account = new TreeMap<>();
    int dues = 0;
    for (Schedule schedule : schedules.values()) {
      dues += check(schedule, firings.getOrDefault(schedule.id(), List.of()), account);
    }
    assertRestsAreKept();
    print(dues, account);
    assertThat(account.values().stream().mapToInt(it -> it).sum()).isEqualTo(dues);
    assertThat(account)
        .as("all policies had their say")
        .containsKeys(
            "COMPLETED",
            "FAILED",
            "CANCELLED REPLACED",
            "SKIPPED COOLDOWN",
            "SKIPPED OVERLAP",
            "SKIPPED MISSED",
            "SKIPPED COLLAPSED",
            "SKIPPED PAST_GRACE",
            "SKIPPED PAUSED");
  }

  /** Ticks each minute in which there is something to do, until all of the year is over. */
  private void live() {
    int start = 1;
    Scheduler scheduler = scheduler(start);
    Instant awayUntil = BEGIN;
    Map<UUID, Instant> paused = new HashMap<>();
    for (Instant now = BEGIN; now.isBefore(END); now = now.plus(MINUTE)) {
      clock.moveTo(now);
      if (random.nextInt(SCHEDULES * 40) == 0) { // often enough in a sample too
        awayUntil = now.plus(Duration.ofMinutes(random.nextInt(900)));
        scheduler = scheduler(++start);
      }
      if (now.isBefore(awayUntil)) {
        continue;
      }
      pauseAndResume(now, paused);
      scheduler.tick();
      assertThat(store.active()).hasSizeLessThanOrEqualTo(LIMITS.overall());
    }
    for (UUID id : paused.keySet()) {
      change(id, ScheduleStatus.ACTIVE);
    }
    for (int minute = 0; minute < 600; minute++) {
      clock.moveTo(END.plus(MINUTE.multipliedBy(minute)));
      scheduler.tick();
    }
  }

  private void pauseAndResume(Instant now, Map<UUID, Instant> paused) {
    if (random.nextInt(5_000) == 0) {
      List<UUID> ids = schedules.keySet().stream().sorted().toList();
      UUID id = ids.get(random.nextInt(ids.size()));
      if (!paused.containsKey(id) && change(id, ScheduleStatus.PAUSED)) {
        paused.put(id, now.plus(Duration.ofDays(3)));
      }
    }
    Set<UUID> over = new HashSet<>(paused.keySet());
    over.removeIf(id -> now.isBefore(paused.getOrDefault(id, now)));
    over.forEach(
        id -> {
          change(id, ScheduleStatus.ACTIVE);
          paused.remove(id);
        });
  }

  private boolean change(UUID id, ScheduleStatus status) {
    var people = new Schedules(store, TOLERANCE, Samples.MANY);
    Schedule schedule = store.find(id).orElseThrow();
    return (status == ScheduleStatus.PAUSED ? people.pause(schedule) : people.resume(schedule))
        .filter(changed -> changed.status() == status)
        .isPresent();
  }

  /** Returns how many due times the schedule had, each of which one firing accounts for. */
  private int check(Schedule schedule, List<Firing> firings, Map<String, Integer> account) {
    Recurrence recurrence = schedule.definition().recurrence();
    List<Instant> accounted = new ArrayList<>();
    for (Firing firing : firings) {
      List<Instant> dues = recurrence.next(firing.due().minusNanos(1), firing.dueTimeCount());
      assertThat(dues.getLast()).isEqualTo(firing.until());
      dues.stream().filter(due -> due.isBefore(END)).forEach(accounted::add);
      String what = firing.status() + firing.reason().map(it -> " " + it).orElse("");
      int inYear = (int) dues.stream().filter(due -> due.isBefore(END)).count();
      if (inYear > 0) {
        account.merge(what, inYear, Integer::sum);
      }
    }
    List<Instant> expected = new ArrayList<>();
    for (Optional<Instant> due = recurrence.next(BEGIN);
        due.isPresent() && due.get().isBefore(END);
        due = recurrence.next(due.get())) {
      expected.add(due.get());
    }
    accounted.sort(Comparator.naturalOrder());
    assertThat(accounted.equals(expected)).as("each due time of %s once", schedule).isTrue();
    return expected.size();
  }

  /** No firing begins during its schedule's cooldown after the end of another one. */
  private void assertRestsAreKept() {
    Map<UUID, TreeSet<Instant>> ends = new HashMap<>();
    store.all().stream()
        .filter(it -> it.startedAt().isPresent() && it.endedAt().isPresent())
        .filter(it -> !it.reason().equals(Optional.of(FiringReason.REPLACED)))
        .forEach(
            it ->
                ends.computeIfAbsent(it.schedule(), id -> new TreeSet<>())
                    .add(it.endedAt().orElseThrow()));
    Set<UUID> begun = new HashSet<>();
    for (Made made : runs.made()) {
      if (begun.add(made.firing().id())) {
        Instant end = ends.getOrDefault(made.schedule().id(), new TreeSet<>()).floor(made.at());
        Duration cooldown = made.schedule().policies().cooldown();
        if (end != null && made.at().isBefore(end.plus(cooldown))) {
          throw new AssertionError(
              "%s began at %s, inside the cooldown after %s"
                  .formatted(made.firing(), made.at(), end));
        }
      }
    }
  }

  private void print(int dues, Map<String, Integer> account) {
    System.out.printf(
        "a year of %d schedules: %,d due times, %,d attempts, %d deaths of servers between slot and"
            + " run%n",
        schedules.size(), dues, runs.made().size(), deaths);
    account.forEach((what, count) -> System.out.printf("  %-28s %,9d%n", what, count));
    System.out.printf("  %-28s %,9d%n", "accounted for", dues);
  }
}
