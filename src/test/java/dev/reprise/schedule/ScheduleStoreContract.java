package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.Role;
import dev.reprise.schedule.ScheduleStore.Decided;
import dev.reprise.schedule.policy.MisfirePolicy;
import dev.reprise.schedule.policy.OverlapPolicy;
import dev.reprise.schedule.policy.SchedulePolicy;
import dev.reprise.schedule.recurrence.Recurrence;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/**
 * What every store must do for schedules: each claim succeeds once, even if several servers claim.
 */
public abstract class ScheduleStoreContract {

  private static final String HERE = "here#1";
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration COOLDOWN = Duration.ofMinutes(5);
  private static final ConcurrencyLimits FIVE = new ConcurrencyLimits(5, 5, 5, 100);

  private ScheduleStore store;
  private Instant now;
  private int later;

  /** Returns a store with nothing in it. */
  public abstract ScheduleStore store() throws Exception;

  @BeforeEach
  void begin() throws Exception {
    store = store();
    now = store.now();
  }

  /** Returns one that was due a second ago, and is each minute. */
  private Schedule due(String name, SchedulePolicy policies) {
    Instant due = now.truncatedTo(ChronoUnit.SECONDS).minusSeconds(1);
    Schedule schedule =
        Samples.schedule(
            "acme", name, new Recurrence.Every(Duration.ofMinutes(1), due), due, policies);
    assertThat(store.add(schedule, Samples.MANY)).isTrue();
    return store.find("acme", name).orElseThrow();
  }

  private Schedule due(String name) {
    return due(name, Samples.policies(OverlapPolicy.SKIP, MisfirePolicy.ONCE));
  }

  private boolean claim(Schedule schedule) {
    return store.claim(schedule, DuePlan.of(schedule, now, Duration.ofSeconds(30)));
  }

  private List<Firing> begin(ConcurrencyLimits limits) {
    return store.decide(HERE, LEASE, book -> SlotAllocator.on(book, limits, tenant -> 1)).begun();
  }

  /** Returns a firing that has a slot. */
  private Firing begun(Schedule schedule) {
    assertThat(claim(schedule)).isTrue();
    Firing firing = begin(FIVE).getFirst();
    store.submitted(firing);
    return firing;
  }

  /** Makes a schedule due again, as if time had passed. */
  private Schedule dueAgain(Schedule schedule) {
    Schedule read = store.find(schedule.id()).orElseThrow();
    ScheduleProgress course = read.course();
    Schedule changed =
        read.moved(
            read.status(),
            course.dueNext(course.next().map(it -> it.minusSeconds(60).plusMillis(++later))));
    assertThat(store.change(read, changed)).isTrue();
    return store.find(schedule.id()).orElseThrow();
  }

  private Firing read(Firing firing) {
    return store.firing(firing.schedule(), firing.id()).orElseThrow();
  }

  private ScheduleProgress course(Schedule schedule) {
    return store.find(schedule.id()).orElseThrow().course();
  }

  @Test
  void storesAScheduleUnchangedUnderAUniqueName() {
    Schedule schedule = due("nightly", SchedulePolicy.DEFAULT);

    assertThat(store.find(schedule.id())).contains(schedule);
    assertThat(schedule.definition().policies()).isEqualTo(SchedulePolicy.DEFAULT);
    assertThat(store.find("globex", "nightly")).isEmpty();
    assertThat(
            store.add(
                Samples.schedule("acme", "nightly", new Recurrence.Once(now), now), Samples.MANY))
        .isFalse();
    assertThat(store.list("acme", "", 10)).containsExactly(schedule);
    assertThat(store.list("acme", "nightly", 10)).isEmpty();
  }

  @Test
  void limitsTheSchedulesOfATenant() {
    assertThat(store.add(once("acme", "one"), 2)).isTrue();
    assertThat(store.add(once("acme", "two"), 2)).isTrue();

    assertThatThrownBy(() -> store.add(once("acme", "three"), 2))
        .isInstanceOf(TooManySchedulesException.class)
        .hasMessageContaining("2 schedules");
    assertThat(store.add(once("acme", "two"), 2)).as("one of a name that is taken").isFalse();
    assertThat(store.list("acme", "", 10)).extracting(Schedule::name).containsExactly("one", "two");
    assertThat(store.add(once("globex", "three"), 2)).isTrue();
    assertThat(store.remove(store.find("acme", "one").orElseThrow().id())).isTrue();
    assertThat(store.add(once("acme", "three"), 2)).isTrue();
  }

  @Test
  void limitsTheSchedulesOfATenantThatAreMadeConcurrently() throws Exception {
    List<Boolean> made =
        together(
            8,
            () -> {
              try {
                return store.add(once("acme", UUID.randomUUID().toString()), 3);
              } catch (TooManySchedulesException e) {
                return false;
              }
            });

    assertThat(made.stream().filter(it -> it)).hasSize(3);
    assertThat(store.list("acme", "", 10)).hasSize(3);
  }

  private Schedule once(String tenant, String name) {
    return Samples.schedule(tenant, name, new Recurrence.Once(now), now);
  }

  @Test
  void storesEachKindOfRecurrence() {
    List<Recurrence> kinds =
        List.of(
            Recurrence.cron("0 3 * * MON#1", "Europe/Berlin"),
            new Recurrence.Every(Duration.ofSeconds(7), now),
            new Recurrence.Once(now.plusSeconds(5)));
    for (int i = 0; i < kinds.size(); i++) {
      store.add(Samples.schedule("acme", "kind-" + i, kinds.get(i), now), Samples.MANY);
    }

    assertThat(store.list("acme", "", 10))
        .extracting(schedule -> schedule.definition().recurrence())
        .containsExactlyElementsOf(kinds);
  }

  @Test
  void changesOnlyTheCurrentRevision() {
    Schedule schedule = due("nightly");

    assertThat(store.change(schedule, schedule)).isTrue();
    assertThat(store.find(schedule.id()).orElseThrow().revision()).isEqualTo(2);
    assertThat(store.change(schedule, schedule)).as("from an old revision").isFalse();
    assertThat(claim(schedule)).as("of an old revision").isFalse();
  }

  @Test
  void keepsTheUserWhoDefinedItLastWithTheRole() {
    Schedule schedule = due("nightly");
    assertThat(schedule.role()).contains(Role.OPERATOR);
    assertThat(schedule.definedBy()).isEqualTo(schedule.by());

    store.change(schedule, schedule.defined(schedule.definition(), "bo", Optional.of(Role.ADMIN)));
    Schedule raised = store.find(schedule.id()).orElseThrow();
    assertThat(raised.role()).contains(Role.ADMIN);
    assertThat(raised.definedBy()).isEqualTo("bo");
    assertThat(raised.by()).as("who made it").isEqualTo(schedule.by());
    assertThat(claim(raised)).isTrue();
    assertThat(store.list("acme", "", 1).getFirst().role()).as("fired").contains(Role.ADMIN);

    Schedule fired = store.find(schedule.id()).orElseThrow();
    store.change(fired, fired.defined(fired.definition(), "ana", Optional.empty()));
    assertThat(store.find("acme", "nightly").orElseThrow().role()).as("not known").isEmpty();
  }

  @Test
  void removesAScheduleWithItsHistory() {
    Firing firing = begun(due("nightly"));

    assertThat(store.remove(firing.schedule())).isTrue();

    assertThat(store.remove(firing.schedule())).isFalse();
    assertThat(store.active()).isEmpty();
    assertThat(store.history(firing.schedule(), Optional.empty(), 10)).isEmpty();
    assertThat(store.end(firing, FiringStatus.COMPLETED, now, COOLDOWN, Optional.empty()))
        .isFalse();
  }

  @Test
  void firesADueTimeOnce() {
    Schedule schedule = due("nightly");

    assertThat(store.due(10)).containsExactly(schedule);
    assertThat(claim(schedule)).isTrue();

    assertThat(claim(schedule)).as("again").isFalse();
    assertThat(store.due(10)).isEmpty();
    assertThat(store.history(schedule.id(), Optional.empty(), 10))
        .singleElement()
        .satisfies(firing -> assertThat(firing.due()).isEqualTo(schedule.course().next().get()));
  }

  @RepeatedTest(5)
  void firesADueTimeOnceThoughSeveralServersTry() throws Exception {
    Schedule schedule = due("nightly");

    assertThat(together(8, () -> claim(schedule))).containsOnlyOnce(true);
    assertThat(store.history(schedule.id(), Optional.empty(), 10)).hasSize(1);
  }

  @Test
  void endsAScheduleWithoutFurtherDueTimes() {
    Instant at = now.truncatedTo(ChronoUnit.SECONDS).minusSeconds(1);
    store.add(Samples.schedule("acme", "single", new Recurrence.Once(at), at), Samples.MANY);
    Schedule schedule = store.find("acme", "single").orElseThrow();

    assertThat(claim(schedule)).isTrue();

    Schedule ended = store.find("acme", "single").orElseThrow();
    assertThat(ended.status()).isEqualTo(ScheduleStatus.ENDED);
    assertThat(ended.course().next()).isEmpty();
    assertThat(begin(FIVE)).as("what was due still fires").hasSize(1);
  }

  /** S1C-16, basic. */
  @Test
  void coolsDownAfterTheEndOfAFiring() {
    Schedule schedule =
        due("nightly", Samples.policies(COOLDOWN, OverlapPolicy.QUEUE, MisfirePolicy.ONCE, 1));
    Firing first = begun(schedule);
    store.end(first, FiringStatus.COMPLETED, now, COOLDOWN, Optional.empty());
    assertThat(course(schedule).coolUntil()).contains(now.plus(COOLDOWN));
    assertThat(claim(dueAgain(schedule))).isTrue();

    assertThat(begin(FIVE)).as("inside the cooldown").isEmpty();
    assertThat(pending(schedule).reason()).contains(FiringReason.COOLDOWN);
    assertThat(pending(schedule).notBefore())
        .as("no server looks before")
        .isEqualTo(now.plus(COOLDOWN));
    assertThat(claim(dueAgain(schedule))).isTrue();
    assertThat(begin(FIVE)).isEmpty();
    assertThat(store.history(schedule.id(), Optional.empty(), 10))
        .filteredOn(it -> it.reason().equals(Optional.of(FiringReason.QUEUE_FULL)))
        .as("one waits, and no more")
        .hasSize(1);
  }

  @Test
  void firesAgainAfterTheCooldown() {
    Schedule schedule =
        due("nightly", Samples.policies(COOLDOWN, OverlapPolicy.QUEUE, MisfirePolicy.ONCE, 1));
    Firing first = begun(schedule);
    Instant before = now.minus(COOLDOWN).minusSeconds(1);
    store.end(first, FiringStatus.COMPLETED, before, COOLDOWN, Optional.empty());
    assertThat(claim(dueAgain(schedule))).isTrue();

    assertThat(begin(FIVE)).hasSize(1);
  }

  private Firing pending(Schedule schedule) {
    return store.history(schedule.id(), Optional.empty(), 10).stream()
        .filter(firing -> firing.status() == FiringStatus.PENDING)
        .findFirst()
        .orElseThrow();
  }

  /** S1C-16, concurrent: the check and the claim are one statement. */
  @RepeatedTest(5)
  void startsAFiringOnceThoughSeveralServersTry() throws Exception {
    claim(due("nightly"));

    List<List<Firing>> begun = together(8, () -> begin(FIVE));

    assertThat(begun.stream().mapToInt(List::size).sum()).isEqualTo(1);
  }

  /** A decision that was made before a rest began does not break it. */
  @Test
  void aLateDecisionDoesNotEndACooldown() {
    Schedule schedule =
        due("nightly", Samples.policies(COOLDOWN, OverlapPolicy.QUEUE, MisfirePolicy.ONCE, 1));
    Firing first = begun(schedule);
    store.end(first, FiringStatus.COMPLETED, now, COOLDOWN, Optional.empty());
    assertThat(claim(dueAgain(schedule))).isTrue();

    Decided decided =
        store.decide(
            HERE,
            LEASE,
            book ->
                List.of(new SlotDecision(book.pending().getFirst(), new FiringDecision.Start())));

    assertThat(decided.begun()).isEmpty();
  }

  /** S1C-17, basic. */
  @Test
  void freesTheSlotHoweverAFiringEnds() {
    ConcurrencyLimits one = new ConcurrencyLimits(1, 1, 1, 100);
    for (FiringStatus status :
        List.of(FiringStatus.COMPLETED, FiringStatus.FAILED, FiringStatus.CANCELLED)) {
      claim(due("ends-" + status.name().toLowerCase(java.util.Locale.ROOT)));
      Firing firing = begin(one).getFirst();
      claim(due("waits-" + status.name().toLowerCase(java.util.Locale.ROOT)));
      assertThat(begin(one)).as("while %s holds the slot", firing).isEmpty();

      assertThat(store.end(firing, status, now, Duration.ZERO, Optional.of("so it is"))).isTrue();
      assertThat(store.end(firing, status, now, Duration.ZERO, Optional.of("again"))).isFalse();

      List<Firing> next = begin(one);
      assertThat(next).hasSize(1);
      assertThat(read(firing).status()).isEqualTo(status);
      store.end(next.getFirst(), status, now, Duration.ZERO, Optional.empty());
    }
  }

  /** S1C-17, max reached, under contention. */
  @RepeatedTest(3)
  void neverGivesOutMoreSlotsThanThereAre() throws Exception {
    IntStream.range(0, 12).forEach(i -> claim(due("many-" + i)));

    List<List<Firing>> begun = together(6, () -> begin(FIVE));

    assertThat(begun.stream().mapToInt(List::size).sum()).isEqualTo(5);
    assertThat(store.active()).hasSize(5);
    assertThat(begin(FIVE)).isEmpty();
  }

  /** S1C-17, cancelled while it waits. */
  @Test
  void aFiringThatWaitsForAPersonHoldsNoSlotButItsSchedule() {
    ConcurrencyLimits one = new ConcurrencyLimits(1, 1, 1, 100);
    Firing asking = begun(due("asks"));

    assertThat(store.awaitPerson(asking, 1)).isTrue();
    assertThat(store.waiting()).containsExactly(asking.id());
    assertThat(claim(dueAgain(store.find(asking.schedule()).orElseThrow()))).isTrue();
    assertThat(begin(one)).as("its schedule is busy").isEmpty();
    assertThat(claim(due("other"))).isTrue();
    assertThat(begin(one)).as("another one has the slot").hasSize(1);

    store.resume(asking);
    assertThat(store.waiting()).isEmpty();
    assertThat(store.active()).hasSize(2);
    assertThat(claim(due("third"))).isTrue();
    assertThat(begin(one)).isEmpty();
  }

  @Test
  void limitsTheFiringsThatWaitForAPersonAndForgetsNone() {
    Firing one = begun(due("one"));
    Firing two = begun(due("two"));

    assertThat(store.awaitPerson(one, 1)).isTrue();
    assertThat(store.awaitPerson(two, 1)).isFalse();
    assertThat(store.end(one, FiringStatus.CANCELLED, now, Duration.ZERO, Optional.empty()))
        .isTrue();
    assertThat(store.waiting()).isEmpty();
    assertThat(store.awaitPerson(two, 1)).isTrue();
    assertThat(store.retry(two, now, "it failed")).isTrue();
    assertThat(begin(FIVE)).hasSize(1);
    assertThat(store.waiting()).as("the next attempt has a slot").isEmpty();
  }

  @Test
  void cancelsAFiringThatWaits() {
    ConcurrencyLimits one = new ConcurrencyLimits(1, 1, 1, 100);
    claim(due("first"));
    begin(one);
    Schedule second = due("second");
    claim(second);
    begin(one);
    assertThat(pending(second).reason()).contains(FiringReason.LIMIT_OF_AGENT);

    assertThat(store.withdraw(pending(second))).isTrue();

    Firing withdrawn = store.history(second.id(), Optional.empty(), 1).getFirst();
    assertThat(withdrawn.status()).isEqualTo(FiringStatus.CANCELLED);
    assertThat(withdrawn.reason()).contains(FiringReason.WITHDRAWN);
    assertThat(store.withdraw(withdrawn)).isFalse();
  }

  @Test
  void retriesLaterAndCountsTheAttempts() {
    Schedule schedule = due("nightly");
    Firing firing = begun(schedule);

    assertThat(store.retry(firing, now.plusSeconds(60), "no such workspace")).isTrue();

    assertThat(store.retry(firing, now.plusSeconds(60), "again")).isFalse();
    assertThat(begin(FIVE)).as("before its time").isEmpty();
    assertThat(read(firing).reason()).contains(FiringReason.RETRY);
    assertThat(read(firing).error()).contains("no such workspace");
    assertThat(course(schedule).attempts()).isEqualTo(1);
    assertThat(course(schedule).error()).contains("no such workspace");
    assertThat(claim(dueAgain(schedule))).isTrue();
    assertThat(begin(FIVE)).as("while the earlier one is between two attempts").isEmpty();
  }

  @Test
  void continuesTheSameFiringAtTheNextAttempt() {
    Schedule schedule = due("nightly");
    Firing firing = begun(schedule);
    store.retry(firing, now.minusSeconds(1), "busy");

    Firing again = begin(FIVE).getFirst();

    assertThat(again.id()).isEqualTo(firing.id());
    assertThat(again.attempts()).isEqualTo(2);
    store.end(again, FiringStatus.COMPLETED, now, Duration.ZERO, Optional.empty());
    assertThat(course(schedule).attempts()).isZero();
    assertThat(course(schedule).error()).isEmpty();
  }

  /**
   * S1C-18: stale are those whose starter died, be it an earlier start of this server or another.
   */
  @Test
  void takesBackTheSlotsOfServersThatDied() {
    claim(due("nightly"));
    Firing firing = begin(FIVE).getFirst();

    assertThat(store.stale("there", "there#1")).as("the lease has not run out").isEmpty();
    List<Firing> stale = store.stale("here", "here#2");
    assertThat(stale).extracting(Firing::id).containsExactly(firing.id());
    assertThat(store.recover(stale.getFirst())).isTrue();

    assertThat(store.recover(stale.getFirst())).isFalse();
    assertThat(read(firing).status()).isEqualTo(FiringStatus.PENDING);
    assertThat(read(firing).reason()).contains(FiringReason.RECOVERED);
    assertThat(read(firing).attempts()).as("the attempt never began").isZero();
    assertThat(begin(FIVE)).hasSize(1);
  }

  @Test
  void postponesAFiringThatCannotStartYetAtNoCost() {
    Schedule schedule = due("nightly");
    claim(schedule);
    Firing firing = begin(FIVE).getFirst();

    assertThat(store.postpone(firing, store.now().plusSeconds(60), "its server is slow")).isTrue();

    assertThat(store.postpone(firing, store.now(), "again")).isFalse();
    assertThat(read(firing).status()).isEqualTo(FiringStatus.PENDING);
    assertThat(read(firing).reason()).contains(FiringReason.NOT_READY);
    assertThat(read(firing).error()).contains("its server is slow");
    assertThat(read(firing).attempts()).isZero();
    assertThat(course(schedule).attempts()).as("nothing has failed").isZero();
    assertThat(begin(FIVE)).as("its time has not come").isEmpty();
  }

  /** S1C-18, no stale; X-13: a healthy one is not taken, however long it runs. */
  @Test
  void leavesFiringsAloneIfTheirRunsAreSubmitted() {
    Firing firing = begun(due("nightly"));

    assertThat(store.stale("here", "here#2")).isEmpty();
    assertThat(store.recover(firing)).isFalse();
    assertThat(store.active()).hasSize(1);
  }

  @Test
  void marksAFiringThatALaterOneReplaces() {
    Schedule schedule = due("nightly", Samples.policies(OverlapPolicy.REPLACE, MisfirePolicy.ONCE));
    Firing older = begun(schedule);
    claim(dueAgain(schedule));

    Decided decided = store.decide(HERE, LEASE, book -> SlotAllocator.on(book, FIVE, tenant -> 1));

    assertThat(decided.begun()).isEmpty();
    assertThat(decided.replaced()).extracting(Firing::id).containsExactly(older.id());
    assertThat(read(older).reason()).contains(FiringReason.REPLACED);
    assertThat(read(older).status()).isEqualTo(FiringStatus.ACTIVE);
    assertThat(pending(schedule).reason()).contains(FiringReason.REPLACED);
    assertThat(
            store.decide(HERE, LEASE, book -> SlotAllocator.on(book, FIVE, tenant -> 1)).replaced())
        .as("once")
        .isEmpty();
  }

  @Test
  void makesAManualFiringOnce() {
    Schedule schedule = due("nightly");
    List<Firing> wanted =
        IntStream.range(1, 4)
            .mapToObj(i -> now.minus(Duration.ofHours(i)).truncatedTo(ChronoUnit.SECONDS))
            .map(due -> Firing.of(schedule, due, FiringTrigger.BACKFILL, now).requestedBy("bo"))
            .toList();

    assertThat(store.request(schedule, wanted)).isEqualTo(3);
    assertThat(read(wanted.getFirst()).requestedBy()).contains("bo");

    assertThat(store.request(schedule, wanted)).as("again").isZero();
    assertThat(store.taken(schedule.id(), now.minus(Duration.ofHours(2)).minusSeconds(9), now))
        .hasSize(2);
    assertThat(begin(FIVE)).as("the first of those that wait").hasSize(1);
    assertThat(begin(FIVE)).as("which the others wait for").isEmpty();
  }

  @Test
  void showsTheNewestFirstPageByPage() {
    Schedule schedule = due("nightly");
    List<Firing> wanted =
        IntStream.range(0, 5)
            .mapToObj(i -> now.minus(Duration.ofHours(i)).truncatedTo(ChronoUnit.SECONDS))
            .map(due -> Firing.of(schedule, due, FiringTrigger.BACKFILL, now))
            .toList();
    store.request(schedule, wanted);

    List<Firing> first = store.history(schedule.id(), Optional.empty(), 3);
    var after = new Firing.Place(first.getLast().due(), first.getLast().id());
    List<Firing> second = store.history(schedule.id(), Optional.of(after), 3);

    List<Firing> both = new ArrayList<>(first);
    both.addAll(second);
    assertThat(both).extracting(Firing::id).isEqualTo(wanted.stream().map(Firing::id).toList());
  }

  @Test
  void removesFiringsThatEndedLongAgo() {
    Schedule schedule = due("nightly");
    Firing firing = begun(schedule);
    store.end(
        firing, FiringStatus.COMPLETED, now.minusSeconds(60), Duration.ZERO, Optional.empty());

    assertThat(store.forget(now.minusSeconds(61))).isZero();
    assertThat(store.forget(now.minusSeconds(59))).isEqualTo(1);
    assertThat(store.firing(schedule.id(), firing.id())).isEmpty();
    assertThat(store.firing(schedule.id(), UUID.randomUUID())).isEmpty();
  }

  private static <T> List<T> together(int threads, Callable<T> work)
      throws InterruptedException, ExecutionException {
    try (var executor = Executors.newFixedThreadPool(threads)) {
      List<T> results = new ArrayList<>();
      for (Future<T> result :
          executor.invokeAll(IntStream.range(0, threads).mapToObj(i -> work).toList())) {
        results.add(result.get());
      }
      return results;
    }
  }
}
