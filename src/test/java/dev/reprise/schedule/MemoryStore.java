package dev.reprise.schedule;

import static java.util.Comparator.comparing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Schedules in memory, by a clock that tests move by hand: the same promises as the tables', which
 * {@link ScheduleStoreContract} holds both to.
 */
final class MemoryStore implements ScheduleStore {

  private final Clock clock;
  private final Map<UUID, Schedule> schedules = new LinkedHashMap<>();
  private final Map<UUID, Held> firings = new HashMap<>();

  /** By schedule, those that have not ended: what is looked for all the time. */
  private final Map<UUID, Held> unended = new LinkedHashMap<>();

  /** Those that wait for a person; only what is active counts. */
  private final Set<UUID> waits = new HashSet<>();

  MemoryStore(Clock clock) {
    this.clock = clock;
  }

  private record Held(Firing firing, Optional<String> owner, Optional<Instant> leaseUntil) {

    static Held by(Firing firing) {
      return new Held(firing, Optional.empty(), Optional.empty());
    }
  }

  /** Returns all that ever were. */
  synchronized Collection<Firing> all() {
    return firings.values().stream().map(Held::firing).toList();
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public synchronized boolean add(Schedule schedule, int maxOfTenant) {
    if (find(schedule.tenant(), schedule.name()).isPresent()) {
      return false;
    }
    if (list(schedule.tenant(), "", maxOfTenant).size() == maxOfTenant) {
      throw new TooManySchedulesException(schedule.tenant(), maxOfTenant);
    }
    schedules.put(schedule.id(), schedule);
    return true;
  }

  @Override
  public synchronized boolean change(Schedule schedule, Schedule changed) {
    Schedule now = schedules.get(schedule.id());
    if (now == null
        || now.revision() != schedule.revision()
        || !now.course().next().equals(schedule.course().next())) {
      return false;
    }
    ScheduleProgress course =
        new ScheduleProgress(
            changed.course().next(),
            changed.course().resumed(),
            now.course().started(),
            now.course().coolUntil(),
            now.course().attempts(),
            now.course().error());
    put(
        now.defined(changed.definition(), changed.definedBy(), changed.role())
            .moved(changed.status(), course),
        now.revision() + 1);
    return true;
  }

  private void put(Schedule schedule, long revision) {
    schedules.put(
        schedule.id(),
        new Schedule(
            schedule.id(),
            schedule.tenant(),
            schedule.definition(),
            schedule.status(),
            schedule.course(),
            new ScheduleChange(
                revision,
                schedule.by(),
                schedule.definedBy(),
                schedule.role(),
                schedule.createdAt(),
                now())));
  }

  private void go(Schedule schedule, ScheduleProgress course) {
    put(schedule.moved(schedule.status(), course), schedule.revision());
  }

  @Override
  public synchronized boolean remove(UUID schedule) {
    Predicate<Held> ofSchedule = held -> held.firing().schedule().equals(schedule);
    firings.values().removeIf(ofSchedule);
    unended.values().removeIf(ofSchedule);
    return schedules.remove(schedule) != null;
  }

  @Override
  public synchronized Optional<Schedule> find(String tenant, String name) {
    return schedules.values().stream()
        .filter(it -> it.tenant().equals(tenant) && it.name().equals(name))
        .findFirst();
  }

  @Override
  public synchronized Optional<Schedule> find(UUID schedule) {
    return Optional.ofNullable(schedules.get(schedule));
  }

  @Override
  public synchronized List<Schedule> list(String tenant, String after, int limit) {
    return schedules.values().stream()
        .filter(it -> it.tenant().equals(tenant) && it.name().compareTo(after) > 0)
        .sorted(comparing(Schedule::name))
        .limit(limit)
        .toList();
  }

  @Override
  public synchronized List<Schedule> due(int limit) {
    List<Schedule> due = new ArrayList<>();
    for (Schedule schedule : schedules.values()) {
      if (isDue(schedule)) {
        due.add(schedule);
      }
    }
    return due.stream()
        .sorted(comparing(it -> it.course().next().orElseThrow()))
        .limit(limit)
        .toList();
  }

  private boolean isDue(Schedule schedule) {
    return schedule.status() == ScheduleStatus.ACTIVE
        && schedule.course().next().filter(due -> !due.isAfter(now())).isPresent();
  }

  @Override
  public synchronized boolean claim(Schedule schedule, DuePlan plan) {
    Schedule now = schedules.get(schedule.id());
    if (now == null
        || !isDue(now)
        || now.revision() != schedule.revision()
        || !now.course().next().equals(schedule.course().next())) {
      return false;
    }
    put(
        now.moved(
            plan.next().isPresent() ? ScheduleStatus.ACTIVE : ScheduleStatus.ENDED,
            now.course().dueNext(plan.next())),
        now.revision());
    plan.firings().forEach(this::insert);
    return true;
  }

  private boolean insert(Firing firing) {
    if (firings.containsKey(firing.id())) {
      return false;
    }
    Firing ended =
        firing.status().isEnded()
            ? with(firing, firing.status(), firing.reason(), Optional.of(now()), firing.error())
            : firing;
    keep(Held.by(ended));
    return true;
  }

  private void keep(Held held) {
    if (held.firing().status() != FiringStatus.ACTIVE) {
      waits.remove(held.firing().id());
    }
    firings.put(held.firing().id(), held);
    if (held.firing().status().isEnded()) {
      unended.remove(held.firing().id());
    } else {
      unended.put(held.firing().id(), held);
    }
  }

  private static Firing with(
      Firing firing,
      FiringStatus status,
      Optional<FiringReason> reason,
      Optional<Instant> endedAt,
      Optional<String> error) {
    return with(firing, status, reason, firing.attempts(), firing.notBefore(), endedAt, error);
  }

  private static Firing with(
      Firing firing,
      FiringStatus status,
      Optional<FiringReason> reason,
      int attempts,
      Instant notBefore,
      Optional<Instant> endedAt,
      Optional<String> error) {
    FiringState state =
        firing
            .state()
            .with(status, reason)
            .attempts(attempts)
            .notBefore(notBefore)
            .endedAt(endedAt);
    return firing.with(state.withoutStarter()).with(error);
  }

  @Override
  public synchronized int request(Schedule schedule, List<Firing> wanted) {
    return schedules.containsKey(schedule.id())
        ? (int) wanted.stream().filter(this::insert).count()
        : 0;
  }

  @Override
  public synchronized List<Instant> taken(UUID schedule, Instant from, Instant until) {
    Set<FiringStatus> ran =
        Set.of(FiringStatus.PENDING, FiringStatus.ACTIVE, FiringStatus.COMPLETED);
    return all().stream()
        .filter(it -> it.schedule().equals(schedule) && it.source() != FiringTrigger.REQUEST)
        .filter(it -> !it.due().isBefore(from) && it.due().isBefore(until))
        .filter(it -> ran.contains(it.status()) || it.source() == FiringTrigger.BACKFILL)
        .map(Firing::due)
        .toList();
  }

  @Override
  public synchronized Decided decide(
      String owner, Duration lease, Function<SlotSnapshot, List<SlotDecision>> rulings) {
    Map<UUID, Firing> firstPatient = new HashMap<>();
    List<Firing> pending = new ArrayList<>();
    List<Firing> resting = new ArrayList<>();
    for (Held held : unended.values()) {
      Firing firing = held.firing();
      if (firing.status() == FiringStatus.PENDING
          && (firing.attempts() > 0 || firing.source() == FiringTrigger.CLOCK)
          && firing.notBefore().isAfter(now())) {
        resting.add(firing);
      }
      if (firing.status() == FiringStatus.PENDING && !firing.notBefore().isAfter(now())) {
        if (firing.source() == FiringTrigger.CLOCK || firing.attempts() > 0) {
          pending.add(firing);
        } else {
          firstPatient.merge(
              firing.schedule(),
              firing,
              (one, other) ->
                  comparing(Firing::due).thenComparing(it -> it.id().toString()).compare(one, other)
                          <= 0
                      ? one
                      : other);
        }
      }
    }
    pending.addAll(firstPatient.values());
    if (pending.isEmpty()) {
      return Decided.NOTHING;
    }
    Map<UUID, Schedule> theirs =
        pending.stream()
            .map(Firing::schedule)
            .distinct()
            .collect(Collectors.toMap(id -> id, id -> schedules.get(id)));
    List<Firing> begun = new ArrayList<>();
    List<Firing> replaced = new ArrayList<>();
    for (SlotDecision ruling :
        rulings.apply(new SlotSnapshot(now(), pending, resting, active(), waiting(), theirs))) {
      Firing firing = ruling.firing();
      switch (ruling.decision()) {
        case FiringDecision.Start ignored -> begin(firing, owner, lease).ifPresent(begun::add);
        case FiringDecision.Delay(FiringReason reason, Optional<Instant> until) ->
            keep(
                Held.by(
                    with(
                        firing,
                        FiringStatus.PENDING,
                        Optional.of(reason),
                        firing.attempts(),
                        until.orElse(firing.notBefore()),
                        Optional.empty(),
                        firing.error())));
        case FiringDecision.Skip(FiringReason reason) ->
            keep(
                Held.by(
                    with(
                        firing,
                        FiringStatus.SKIPPED,
                        Optional.of(reason),
                        Optional.of(now()),
                        firing.error())));
        case FiringDecision.Replace(List<Firing> older) -> {
          keep(
              Held.by(
                  with(
                      firing,
                      FiringStatus.PENDING,
                      Optional.of(FiringReason.REPLACED),
                      Optional.empty(),
                      firing.error())));
          older.stream().filter(this::replace).forEach(replaced::add);
        }
      }
    }
    return new Decided(begun, replaced);
  }

  private Optional<Firing> begin(Firing firing, String owner, Duration lease) {
    Schedule schedule = schedules.get(firing.schedule());
    if (schedule == null || (!firing.isOpen() && schedule.course().isCoolingAt(now()))) {
      return Optional.empty();
    }
    ScheduleProgress course = schedule.course();
    go(
        schedule,
        new ScheduleProgress(
            course.next(),
            course.resumed(),
            Optional.of(now()),
            course.coolUntil(),
            course.attempts(),
            course.error()));
    Firing begun = firing.begun(now());
    keep(new Held(begun, Optional.of(owner), Optional.of(now().plus(lease))));
    return Optional.of(begun);
  }

  private boolean replace(Firing old) {
    Held held = unended.get(old.id());
    if (held == null) {
      return false;
    }
    Firing firing = held.firing();
    if (firing.status() == FiringStatus.PENDING) {
      keep(
          Held.by(
              with(
                  firing,
                  FiringStatus.CANCELLED,
                  Optional.of(FiringReason.REPLACED),
                  Optional.of(now()),
                  firing.error())));
      return true;
    }
    if (firing.reason().isPresent()) {
      return false;
    }
    Firing marked =
        with(
            firing,
            FiringStatus.ACTIVE,
            Optional.of(FiringReason.REPLACED),
            Optional.empty(),
            firing.error());
    keep(new Held(marked, held.owner(), held.leaseUntil()));
    return true;
  }

  @Override
  public synchronized List<Firing> active() {
    return unended.values().stream()
        .map(Held::firing)
        .filter(firing -> firing.status() == FiringStatus.ACTIVE)
        .toList();
  }

  @Override
  public synchronized Set<UUID> waiting() {
    return active().stream()
        .map(Firing::id)
        .filter(waits::contains)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public synchronized boolean awaitPerson(Firing firing, int maxWaiting) {
    boolean may =
        waiting().size() < maxWaiting
            && slotOf(firing).filter(it -> it.leaseUntil().isEmpty()).isPresent();
    return may && waits.add(firing.id());
  }

  @Override
  public synchronized void resume(Firing firing) {
    waits.remove(firing.id());
  }

  @Override
  public synchronized List<Firing> stale(String server, String thisStart) {
    return unended.values().stream()
        .filter(held -> held.firing().status() == FiringStatus.ACTIVE)
        .filter(
            held ->
                held.leaseUntil().filter(now()::isAfter).isPresent()
                    || held.owner()
                        .filter(owner -> owner.startsWith(server + "#") && !owner.equals(thisStart))
                        .isPresent())
        .map(Held::firing)
        .toList();
  }

  @Override
  public synchronized boolean recover(Firing firing) {
    Optional<Held> held = slotOf(firing).filter(it -> it.leaseUntil().isPresent());
    held.map(Held::firing)
        .ifPresent(
            it ->
                keep(
                    Held.by(
                        with(
                            it,
                            FiringStatus.PENDING,
                            Optional.of(FiringReason.RECOVERED),
                            it.attempts() - 1,
                            it.notBefore(),
                            Optional.empty(),
                            it.error()))));
    return held.isPresent();
  }

  @Override
  public synchronized boolean postpone(Firing firing, Instant notBefore, String why) {
    Optional<Held> held = slotOf(firing).filter(it -> it.leaseUntil().isPresent());
    held.map(Held::firing)
        .ifPresent(
            it ->
                keep(
                    Held.by(
                        with(
                            it,
                            FiringStatus.PENDING,
                            Optional.of(FiringReason.NOT_READY),
                            it.attempts() - 1,
                            notBefore,
                            Optional.empty(),
                            Optional.of(why)))));
    return held.isPresent();
  }

  private Optional<Held> slotOf(Firing firing) {
    return Optional.ofNullable(unended.get(firing.id()))
        .filter(it -> it.firing().status() == FiringStatus.ACTIVE);
  }

  @Override
  public synchronized void submitted(Firing firing) {
    slotOf(firing)
        .map(Held::firing)
        .ifPresent(
            it ->
                keep(
                    Held.by(
                        with(it, FiringStatus.ACTIVE, it.reason(), Optional.empty(), it.error()))));
  }

  @Override
  public synchronized boolean retry(Firing firing, Instant notBefore, String error) {
    Optional<Firing> slot = slotOf(firing).map(Held::firing);
    slot.ifPresent(
        it -> {
          keep(
              Held.by(
                  with(
                      it,
                      FiringStatus.PENDING,
                      Optional.of(FiringReason.RETRY),
                      it.attempts(),
                      notBefore,
                      Optional.empty(),
                      Optional.of(error))));
          failed(it, error);
        });
    return slot.isPresent();
  }

  private void failed(Firing firing, String error) {
    find(firing.schedule())
        .ifPresent(
            schedule -> {
              ScheduleProgress course = schedule.course();
              go(schedule, attempts(course, course.attempts() + 1, Optional.of(error)));
            });
  }

  private static ScheduleProgress attempts(
      ScheduleProgress course, int attempts, Optional<String> error) {
    return new ScheduleProgress(
        course.next(), course.resumed(), course.started(), course.coolUntil(), attempts, error);
  }

  @Override
  public synchronized boolean end(
      Firing firing, FiringStatus status, Instant at, Duration cooldown, Optional<String> error) {
    Optional<Firing> slot = slotOf(firing).map(Held::firing);
    slot.ifPresent(
        it -> {
          keep(Held.by(with(it, status, it.reason(), Optional.of(at), error)));
          rest(it, at.plus(cooldown));
          if (status == FiringStatus.FAILED) {
            failed(it, error.orElse(""));
          } else if (status == FiringStatus.COMPLETED) {
            find(it.schedule())
                .ifPresent(
                    schedule -> go(schedule, attempts(schedule.course(), 0, Optional.empty())));
          }
        });
    return slot.isPresent();
  }

  private void rest(Firing firing, Instant until) {
    Schedule schedule = schedules.get(firing.schedule());
    if (schedule != null
        && schedule.course().coolUntil().filter(it -> !it.isBefore(until)).isEmpty()) {
      ScheduleProgress course = schedule.course();
      go(
          schedule,
          new ScheduleProgress(
              course.next(),
              course.resumed(),
              course.started(),
              Optional.of(until),
              course.attempts(),
              course.error()));
    }
  }

  @Override
  public synchronized boolean withdraw(Firing firing) {
    Optional<Firing> pending =
        Optional.ofNullable(unended.get(firing.id()))
            .map(Held::firing)
            .filter(it -> it.status() == FiringStatus.PENDING);
    pending.ifPresent(
        it ->
            keep(
                Held.by(
                    with(
                        it,
                        FiringStatus.CANCELLED,
                        Optional.of(FiringReason.WITHDRAWN),
                        Optional.of(now()),
                        it.error()))));
    return pending.isPresent();
  }

  @Override
  public synchronized Optional<Firing> firing(UUID schedule, UUID id) {
    return Optional.ofNullable(firings.get(id))
        .map(Held::firing)
        .filter(it -> it.schedule().equals(schedule));
  }

  @Override
  public synchronized List<Firing> history(UUID schedule, Optional<Firing.Place> after, int limit) {
    var order = comparing(Firing.Place::due).thenComparing(it -> it.id().toString());
    return all().stream()
        .filter(it -> it.schedule().equals(schedule))
        .filter(it -> after.isEmpty() || order.compare(place(it), after.get()) < 0)
        .sorted(comparing(MemoryStore::place, order.reversed()))
        .limit(limit)
        .toList();
  }

  private static Firing.Place place(Firing firing) {
    return new Firing.Place(firing.due(), firing.id());
  }

  @Override
  public synchronized int forget(Instant before) {
    int all = firings.size();
    firings.values().removeIf(it -> it.firing().endedAt().filter(before::isAfter).isPresent());
    return all - firings.size();
  }
}
