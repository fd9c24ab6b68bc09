package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.execution.tool.ManualClock;
import dev.reprise.schedule.PlayedRuns.Made;
import dev.reprise.schedule.PlayedRuns.Play;
import dev.reprise.schedule.ScheduledRuns.Result;
import dev.reprise.schedule.policy.MisfirePolicy;
import dev.reprise.schedule.policy.OverlapPolicy;
import dev.reprise.schedule.policy.SchedulePolicy;
import dev.reprise.schedule.recurrence.Recurrence;
import dev.reprise.telemetry.Attribute;
import dev.reprise.telemetry.sdk.MeasuredTelemetry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scheduler, by a clock that is moved by hand. */
class SchedulerTest {

  private final MeasuredTelemetry measured = new MeasuredTelemetry();
  private static final Logger LOG = Logger.getLogger("dev.reprise");
  private static final Instant START = Instant.parse("2026-03-02T06:00:00Z");
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final ManualClock clock = new ManualClock(START);
  private final MemoryStore store = new MemoryStore(clock);
  private final Map<String, Deque<Play>> plays = new HashMap<>();
  private final PlayedRuns runs =
      new PlayedRuns(
          clock,
          (schedule, firing) ->
              Optional.ofNullable(plays.get(schedule.name()))
                  .map(Deque::pollFirst)
                  .orElse(Play.AT_ONCE));
  private Scheduler scheduler = scheduler("here#1", new ConcurrencyLimits(5, 5, 5, 100), runs);

  private boolean stopping;

  @BeforeAll
  static void beQuietAboutFailuresOnPurpose() {
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void speakAgain() {
    LOG.setLevel(null);
  }

  private Scheduler scheduler(String start, ConcurrencyLimits limits, ScheduledRuns executions) {
    return new Scheduler(
        store,
        executions,
        measured.telemetry(),
        new Scheduler.Config(
            "here",
            start,
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            limits,
            tenant -> 1,
            () -> stopping));
  }

  /** Adds a schedule that is due each minute, from the first minute on. */
  private Schedule eachMinute(String name, SchedulePolicy policies, Play... plays) {
    this.plays.put(name, new ArrayDeque<>(List.of(plays)));
    Instant first = START.plus(MINUTE);
    Schedule schedule =
        Samples.schedule("acme", name, new Recurrence.Every(MINUTE, first), first, policies);
    assertThat(store.add(schedule, Samples.MANY)).isTrue();
    return schedule;
  }

  private void tickAt(Instant time) {
    clock.moveTo(time);
    scheduler.tick();
  }

  /** Ticks each second up to so many minutes after the start. */
  private void tickUntil(int minutes) {
    Instant end = START.plus(MINUTE.multipliedBy(minutes));
    while (clock.instant().isBefore(end)) {
      tickAt(clock.instant().plusSeconds(1));
    }
  }

  private List<Instant> starts() {
    return runs.made().stream().map(Made::at).toList();
  }

  private static Instant minute(int minute) {
    return START.plus(MINUTE.multipliedBy(minute));
  }

  private List<Firing> history(Schedule schedule) {
    return store.history(schedule.id(), Optional.empty(), 1_000);
  }

  private static Play takes(Duration duration) {
    return new Play(duration, Result.COMPLETED);
  }

  private static Play fails() {
    return new Play(Duration.ZERO, Result.FAILED);
  }

  /** S1C-19; the rest counts from the end of the last execution. */
  @Test
  void cooldownPreventsExecution() {
    var policies =
        Samples.policies(Duration.ofMinutes(3), OverlapPolicy.SKIP, MisfirePolicy.ONCE, 1);
    Schedule schedule = eachMinute("nightly", policies, takes(Duration.ofSeconds(90)));

    tickUntil(7);

    assertThat(starts()).containsExactly(minute(1), minute(6)); // ended at 2:30, rested until 5:30
    assertThat(history(schedule))
        .extracting(it -> it.reason().map(FiringReason::name).orElse("fired"))
        .containsExactly(
            "COOLDOWN", "fired", "COOLDOWN", "COOLDOWN", "COOLDOWN", "OVERLAP", "fired");
  }

  /** S1C-19. */
  @Test
  void concurrencyLimit() {
    for (int i = 0; i < 12; i++) {
      eachMinute(
          "many-" + i, Samples.policies(OverlapPolicy.SKIP, MisfirePolicy.ONCE), takes(MINUTE));
    }
    long most = 0;
    for (int second = 0; second < 120; second++) {
      tickAt(START.plusSeconds(second));
      most = Math.max(most, runs.onTheirWay());
    }
    assertThat(most).isEqualTo(5);
    assertThat(store.active()).hasSize(5);
    assertThat(store.all())
        .filteredOn(it -> it.status() == FiringStatus.PENDING)
        .isNotEmpty()
        .allSatisfy(it -> assertThat(it.reason()).contains(FiringReason.LIMIT_OF_AGENT));
  }

  @Test
  void openQuestionsDelayNoOtherSchedule() {
    List<Schedule> asking = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      asking.add(
          eachMinute(
              "asks-" + i,
              Samples.policies(OverlapPolicy.SKIP, MisfirePolicy.ONCE),
              takes(MINUTE)));
    }
    tickAt(minute(1));
    asking.forEach(it -> runs.ask(history(it).getFirst().id()));
    Schedule other = eachMinute("other", Samples.policies(OverlapPolicy.SKIP, MisfirePolicy.ONCE));

    tickAt(minute(1).plusSeconds(1));

    assertThat(store.waiting()).hasSize(5);
    assertThat(history(other).getFirst().status()).isEqualTo(FiringStatus.ACTIVE);
  }

  @Test
  void takesASlotAgainAfterThePersonHasAnswered() {
    scheduler = scheduler("here#1", new ConcurrencyLimits(1, 1, 1, 100), runs);
    Schedule asking =
        eachMinute(
            "asks",
            Samples.policies(OverlapPolicy.SKIP, MisfirePolicy.ONCE),
            takes(MINUTE.multipliedBy(9)));
    tickAt(minute(1));
    Firing firing = history(asking).getFirst();
    runs.ask(firing.id());
    tickAt(minute(1).plusSeconds(1));
    assertThat(store.waiting()).containsExactly(firing.id());

    runs.answer(firing.id());
    tickAt(minute(1).plusSeconds(2));
    Schedule other = eachMinute("other", Samples.policies(OverlapPolicy.SKIP, MisfirePolicy.ONCE));
    tickAt(minute(1).plusSeconds(3));

    assertThat(store.waiting()).isEmpty();
    assertThat(history(other).getFirst().reason()).contains(FiringReason.LIMIT_OF_AGENT);
  }

  @Test
  void aFurtherQuestionKeepsItsSlotIfTheMaximumAlreadyWaits() {
    scheduler = scheduler("here#1", new ConcurrencyLimits(2, 2, 2, 1), runs);
    List<Schedule> asking =
        List.of(
            eachMinute(
                "one", Samples.policies(OverlapPolicy.SKIP, MisfirePolicy.ONCE), takes(MINUTE)),
            eachMinute(
                "two", Samples.policies(OverlapPolicy.SKIP, MisfirePolicy.ONCE), takes(MINUTE)));
    tickAt(minute(1));
    asking.forEach(it -> runs.ask(history(it).getFirst().id()));

    tickAt(minute(1).plusSeconds(1));

    assertThat(store.waiting()).hasSize(1);
  }

  /** S1C-12. */
  @Test
  void takesASlotBeforeARunAndCoolsDownAfterIt() {
    List<String> seen = new ArrayList<>();
    ScheduledRuns watched =
        new Watched(runs) {
          @Override
          public void start(Schedule schedule, Firing firing) throws RunNotStartedException {
            seen.add("runs with a slot: " + store.active().size());
            seen.add("rests: " + store.find(schedule.id()).get().course().coolUntil().isPresent());
            super.start(schedule, firing);
          }
        };
    scheduler = scheduler("here#1", new ConcurrencyLimits(5, 5, 5, 100), watched);
    Schedule schedule =
        eachMinute("nightly", Samples.policies(MINUTE, OverlapPolicy.SKIP, MisfirePolicy.ONCE, 1));

    tickAt(minute(1));
    assertThat(seen).containsExactly("runs with a slot: 1", "rests: false");
    assertThat(history(schedule).getFirst().status()).isEqualTo(FiringStatus.ACTIVE);

    tickAt(minute(1).plusSeconds(1));
    ScheduleProgress course = store.find(schedule.id()).orElseThrow().course();
    assertThat(store.active()).isEmpty();
    assertThat(history(schedule).getFirst().status()).isEqualTo(FiringStatus.COMPLETED);
    assertThat(course.started()).contains(minute(1));
    assertThat(course.coolUntil()).contains(minute(2));
  }

  /** X-14: attempts, a rest that doubles, and a dead letter; the next due time is not affected. */
  @Test
  void retriesWithGrowingDelaysAndGivesUp() {
    var policies = Samples.policies(Duration.ZERO, OverlapPolicy.SKIP, MisfirePolicy.ONCE, 3);
    Schedule schedule = eachMinute("nightly", policies, fails(), fails(), fails());

    tickUntil(6);

    Firing first = history(schedule).getLast();
    assertThat(runs.made())
        .filteredOn(it -> it.firing().id().equals(first.id()))
        .extracting(it -> Duration.between(minute(1), it.at()).toSeconds())
        .containsExactly(0L, 60L, 180L); // one and two minutes after each end
    assertThat(first.status()).isEqualTo(FiringStatus.FAILED);
    assertThat(first.error()).contains("as played");
    assertThat(first.attempts()).isEqualTo(3);
    assertThat(history(schedule))
        .filteredOn(it -> it.reason().equals(Optional.of(FiringReason.OVERLAP)))
        .as("it is open between two attempts")
        .hasSize(3);
    assertThat(history(schedule)).extracting(Firing::status).contains(FiringStatus.COMPLETED);
  }

  /** S1C-15: the slot comes back when nothing could be started, and what was wrong is told. */
  @Test
  void recordsWhyARunCannotStart() {
    ScheduledRuns refusing =
        new Watched(runs) {
          @Override
          public void start(Schedule schedule, Firing firing) throws RunNotStartedException {
            throw new RunNotStartedException("agent 'surveyor' is gone");
          }
        };
    scheduler = scheduler("here#1", new ConcurrencyLimits(5, 5, 5, 100), refusing);
    Schedule schedule =
        eachMinute("nightly", Samples.policies(OverlapPolicy.SKIP, MisfirePolicy.ONCE));

    tickAt(minute(1));

    assertThat(history(schedule).getFirst().status()).isEqualTo(FiringStatus.FAILED);
    assertThat(history(schedule).getFirst().error()).contains("agent 'surveyor' is gone");
    assertThat(store.find(schedule.id()).get().course().error())
        .contains("agent 'surveyor' is gone");
    assertThat(store.active()).isEmpty();
  }

  /** The tools of MCP servers, for example, come a while after the start of a server. */
  @Test
  void startsARunThatCouldNotStartYetAsSoonAsItCan() {
    var isReady = new AtomicBoolean();
    ScheduledRuns slow =
        new Watched(runs) {
          @Override
          public void start(Schedule schedule, Firing firing) throws RunNotStartedException {
            if (!isReady.get()) {
              throw new RunNotReadyException("a tool is to come", new IllegalStateException());
            }
            super.start(schedule, firing);
          }
        };
    scheduler = scheduler("here#1", new ConcurrencyLimits(5, 5, 5, 100), slow);
    Schedule schedule =
        eachMinute("nightly", Samples.policies(OverlapPolicy.SKIP, MisfirePolicy.ONCE));

    tickAt(minute(1));
    tickAt(minute(1).plusSeconds(20));

    Firing firing = history(schedule).getFirst();
    assertThat(firing.status()).isEqualTo(FiringStatus.PENDING);
    assertThat(firing.reason()).contains(FiringReason.NOT_READY);
    assertThat(firing.error()).contains("a tool is to come");
    assertThat(store.active()).isEmpty();
    assertThat(store.find(schedule.id()).get().course().error()).isEmpty();

    isReady.set(true);
    tickAt(minute(1).plusSeconds(40));

    assertThat(runs.made()).extracting(made -> made.firing().id()).containsExactly(firing.id());
    assertThat(runs.made().getFirst().firing().attempts()).as("the others are none").isEqualTo(1);
  }

  /** A server that dies between slot and run, and one between run and note of it. */
  @ParameterizedTest
  @CsvSource({"false, 1", "true, 1"})
  void startsOneRunHoweverOftenItsServerDies(boolean afterSubmission, int expected) {
    ScheduledRuns dying =
        new Watched(runs) {
          @Override
          public void start(Schedule schedule, Firing firing) throws RunNotStartedException {
            if (afterSubmission) {
              super.start(schedule, firing);
            }
            throw new IllegalStateException("killed");
          }
        };
    Schedule schedule =
        eachMinute(
            "nightly",
            Samples.policies(OverlapPolicy.SKIP, MisfirePolicy.ONCE),
            takes(Duration.ofHours(1)));
    for (int start = 1; start < 4; start++) {
      scheduler = scheduler("here#" + start, new ConcurrencyLimits(5, 5, 5, 100), dying);
      tickAt(minute(1));
    }

    scheduler = scheduler("here#9", new ConcurrencyLimits(5, 5, 5, 100), runs);
    scheduler.recover();
    tickAt(minute(1).plusSeconds(1));
    tickAt(minute(1).plusSeconds(2));

    assertThat(runs.made()).hasSize(expected);
    assertThat(history(schedule)).hasSize(1);
    assertThat(history(schedule).getFirst().attempts()).as("deaths are no attempts").isEqualTo(1);
    assertThat(store.stale("here", "here#10")).as("nothing left to recover").isEmpty();
  }

  /** The server was away for thirty due times. */
  @ParameterizedTest
  @CsvSource({
    "SKIP, 0, MISSED=30",
    "ONCE, 1, COLLAPSED=29",
    "ALL,  10, PAST_GRACE=20",
  })
  void handlesMissedTimesAsThePolicySays(MisfirePolicy missed, int fired, String passedOver) {
    var policies =
        new SchedulePolicy(
            Duration.ZERO,
            OverlapPolicy.QUEUE,
            new SchedulePolicy.CatchUp(missed, Duration.ofSeconds(630), Duration.ofMinutes(5)),
            3,
            new SchedulePolicy.Retry(1, MINUTE),
            0,
            Optional.empty());
    Schedule schedule = eachMinute("nightly", policies);

    Instant back = minute(30).plusSeconds(40);
    tickAt(back);
    assertThat(measured.counts("agentrun.schedule.skipped", Attribute.REASON))
        .hasToString("{%s}".formatted(passedOver));
    clock.moveTo(back);
    List<Firing> planned = history(schedule);
    // The last one may be planned for the end of the 300 seconds, and wait for another one.
    for (int second = 1; second < 310; second++) {
      tickAt(back.plusSeconds(second));
    }

    assertThat(planned)
        .filteredOn(it -> it.status() == FiringStatus.SKIPPED)
        .extracting(it -> it.reason().orElseThrow() + "=" + it.dueTimeCount())
        .containsExactly(passedOver);
    List<Made> caughtUp =
        runs.made().stream().filter(it -> it.firing().source() == FiringTrigger.CATCH_UP).toList();
    assertThat(caughtUp).hasSize(fired);
    assertThat(caughtUp).extracting(it -> it.firing().due()).isSorted();
    assertNoBurst(caughtUp, Duration.ofMinutes(5));
    assertThat(accounted(schedule, minute(1), back)).isEqualTo(30);
  }

  /** Each in its own part of the time over which they are spread, or as late as two ticks. */
  private static void assertNoBurst(List<Made> caughtUp, Duration spread) {
    for (int i = 2; i < caughtUp.size(); i++) {
      assertThat(Duration.between(caughtUp.get(i - 2).at(), caughtUp.get(i).at()))
          .isGreaterThan(spread.dividedBy(caughtUp.size()).minusSeconds(3));
    }
  }

  private int accounted(Schedule schedule, Instant from, Instant until) {
    return history(schedule).stream()
        .filter(it -> !it.due().isBefore(from) && !it.until().isAfter(until))
        .mapToInt(Firing::dueTimeCount)
        .sum();
  }

  @Test
  void queuesOneFiringAfterAnother() {
    Schedule schedule =
        eachMinute(
            "nightly",
            Samples.policies(OverlapPolicy.QUEUE, MisfirePolicy.ONCE),
            takes(Duration.ofSeconds(150)));

    tickUntil(4);

    assertThat(starts()).containsExactly(minute(1), minute(3).plusSeconds(30), minute(4));
    assertThat(reasons(schedule)).containsExactly("4 fired", "3 QUEUE_FULL", "2 fired", "1 fired");
  }

  private List<String> reasons(Schedule schedule) {
    return history(schedule).stream()
        .map(
            it ->
                Duration.between(START, it.due()).toMinutes()
                    + " "
                    + it.reason().map(FiringReason::name).orElse("fired"))
        .toList();
  }

  @Test
  void allowsAsManyConcurrentFiringsAsTheScheduleSays() {
    Schedule schedule =
        eachMinute(
            "nightly",
            Samples.policies(OverlapPolicy.ALLOW, MisfirePolicy.ONCE),
            takes(Duration.ofHours(1)),
            takes(Duration.ofHours(1)),
            takes(Duration.ofHours(1)));

    tickUntil(8);

    assertThat(starts()).containsExactly(minute(1), minute(2), minute(3));
    assertThat(reasons(schedule))
        .as("as many wait as may run")
        .containsExactly(
            "8 QUEUE_FULL",
            "7 QUEUE_FULL",
            "6 LIMIT_OF_SCHEDULE",
            "5 LIMIT_OF_SCHEDULE",
            "4 LIMIT_OF_SCHEDULE",
            "3 fired",
            "2 fired",
            "1 fired");
  }

  @Test
  void replacesTheOlderFiringWithoutACooldownAfterIt() {
    var policies =
        Samples.policies(Duration.ofMinutes(30), OverlapPolicy.REPLACE, MisfirePolicy.ONCE, 1);
    Schedule schedule =
        eachMinute("nightly", policies, takes(Duration.ofHours(1)), takes(Duration.ofHours(1)));

    tickUntil(2);
    tickAt(minute(2).plusSeconds(1));
    tickAt(minute(2).plusSeconds(2));

    assertThat(starts()).containsExactly(minute(1), minute(2).plusSeconds(1));
    assertThat(history(schedule))
        .extracting(Firing::status)
        .containsExactly(FiringStatus.ACTIVE, FiringStatus.CANCELLED);
    assertThat(history(schedule).getLast().reason()).contains(FiringReason.REPLACED);
  }

  /** A request that came before the run existed, or was lost with its server, is repeated. */
  @Test
  void repeatsTheCancellationOfTheOlderFiring() {
    List<UUID> asked = new ArrayList<>();
    ScheduledRuns deaf =
        new Watched(runs) {
          @Override
          public void cancel(UUID run, String by, String reason) {
            asked.add(run);
            if (asked.size() > 1) {
              super.cancel(run, by, reason);
            }
          }
        };
    scheduler = scheduler("here#1", new ConcurrencyLimits(5, 5, 5, 100), deaf);
    Schedule schedule =
        eachMinute(
            "nightly",
            Samples.policies(OverlapPolicy.REPLACE, MisfirePolicy.ONCE),
            takes(Duration.ofHours(1)),
            takes(Duration.ofHours(1)));

    tickUntil(2);
    tickAt(minute(2).plusSeconds(1));
    tickAt(minute(2).plusSeconds(2));

    assertThat(asked).hasSize(2);
    assertThat(history(schedule))
        .extracting(Firing::status)
        .containsExactly(FiringStatus.ACTIVE, FiringStatus.CANCELLED);
  }

  @Test
  void servesTenantsInTurn() {
    Instant first = START.plus(MINUTE);
    for (int i = 0; i < 20; i++) {
      String tenant = i < 17 ? "big" : "small-" + i;
      String name = "%s-%02d".formatted(tenant, i);
      plays.put(name, new ArrayDeque<>(List.of(takes(MINUTE))));
      store.add(Samples.schedule(tenant, name, new Recurrence.Once(first), first), Samples.MANY);
    }
    scheduler = scheduler("here#1", new ConcurrencyLimits(4, 4, 4, 100), runs);

    tickAt(first);

    assertThat(runs.made())
        .extracting(it -> it.schedule().tenant())
        .containsExactlyInAnyOrder("big", "small-17", "small-18", "small-19");
  }

  /** S1C-14: another server takes over at once what a stopping server has not submitted. */
  @Test
  void releasesUnsubmittedFiringsWhenItStops() {
    ScheduledRuns stopped =
        new Watched(runs) {
          @Override
          public void start(Schedule schedule, Firing firing) throws RunNotStartedException {
            super.start(schedule, firing);
            stopping = true;
          }
        };
    scheduler = scheduler("here#1", new ConcurrencyLimits(5, 5, 5, 100), stopped);
    for (int i = 0; i < 4; i++) {
      eachMinute(
          "many-" + i, Samples.policies(OverlapPolicy.SKIP, MisfirePolicy.ONCE), takes(MINUTE));
    }

    tickAt(minute(1));
    tickAt(minute(2));

    assertThat(runs.made()).as("it starts nothing new").hasSize(1);
    assertThat(store.active()).hasSize(1);
    stopping = false;
    scheduler = scheduler("there#1", new ConcurrencyLimits(5, 5, 5, 100), runs);
    tickAt(minute(2).plusSeconds(1));
    assertThat(runs.made()).extracting(it -> it.firing().id()).doesNotHaveDuplicates();
    assertThat(runs.made()).filteredOn(it -> it.firing().due().equals(minute(1))).hasSize(4);
  }

  /** What fails in one step does not keep the others from being done. */
  @Test
  void continuesIfACollaboratorFails() {
    ScheduledRuns blind =
        new Watched(runs) {
          @Override
          public Map<UUID, Status> statuses(Collection<UUID> ids) {
            throw new IllegalStateException("the database is away");
          }
        };
    scheduler = scheduler("here#1", new ConcurrencyLimits(5, 5, 5, 100), blind);
    eachMinute("nightly", Samples.policies(OverlapPolicy.ALLOW, MisfirePolicy.ONCE));

    tickAt(minute(1));
    tickAt(minute(2));

    assertThat(starts()).containsExactly(minute(1), minute(2));
  }

  private static class Watched implements ScheduledRuns {
    private final ScheduledRuns executions;

    Watched(ScheduledRuns executions) {
      this.executions = executions;
    }

    @Override
    public void start(Schedule schedule, Firing firing) throws RunNotStartedException {
      executions.start(schedule, firing);
    }

    @Override
    public void cancel(UUID run, String by, String reason) {
      executions.cancel(run, by, reason);
    }

    @Override
    public Map<UUID, Status> statuses(Collection<UUID> runs) {
      return executions.statuses(runs);
    }
  }
}
