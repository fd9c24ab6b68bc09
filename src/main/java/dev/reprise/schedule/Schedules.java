package dev.reprise.schedule;

import dev.reprise.agent.Role;
import dev.reprise.schedule.recurrence.Recurrence;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The schedules of tenants, as people make, change and look at them. What they change takes effect
 * on every server at its next look.
 *
 * <p>Every method throws {@link SchedulesUnavailableException} if the store fails, which says what
 * is known of its effect.
 */
@ApplicationScoped
public class Schedules {

  /** How many firings one backfill makes. */
  public static final int MOST_OF_A_BACKFILL = 1_000;

  private ScheduleStore store;
  private Duration tolerance;
  private int mostOfTenant;
  private boolean fireHere = true;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  Schedules() {}

  @Inject
  Schedules(ScheduleStore store, ScheduleSettings settings) {
    this(store, settings.tolerance, settings.maxOfTenant);
    fireHere = settings.enabled;
  }

  /** See {@link ScheduleSettings}. */
  Schedules(ScheduleStore store, Duration tolerance, int mostOfTenant) {
    this.store = store;
    this.tolerance = tolerance;
    this.mostOfTenant = mostOfTenant;
  }

  /**
   * Returns whether this server lets schedules fire. Where it does not, they can be made, changed,
   * looked at and asked to fire all the same; what is due waits for a server that does.
   */
  public boolean fireHere() {
    return fireHere;
  }

  /** Returns the time by which schedules are due. */
  public Instant now() {
    return store.now();
  }

  /**
   * Makes a schedule.
   *
   * @param role the highest of whoever makes it; its runs have it
   * @return empty if its tenant has one of this name
   * @throws TooManySchedulesException if its tenant has as many as it may
   */
  public Optional<Schedule> create(
      String tenant, ScheduleDefinition definition, String by, Optional<Role> role) {
    Instant now = store.now();
    var schedule =
        new Schedule(
            UUID.randomUUID(),
            tenant,
            definition,
            ScheduleStatus.ACTIVE,
            ScheduleProgress.beginning(definition.recurrence().next(now)),
            ScheduleChange.first(by, role, now));
    return store.add(schedule, mostOfTenant) ? find(tenant, definition.name()) : Optional.empty();
  }

  public Optional<Schedule> find(String tenant, String name) {
    return store.find(tenant, name);
  }

  /**
   * Returns a page of a tenant's schedules, by name.
   *
   * @param after the name that the page before ended with, or nothing
   */
  public List<Schedule> list(String tenant, String after, int limit) {
    return store.list(tenant, after, limit);
  }

  /**
   * Gives a schedule another definition; it keeps its name. It is due next as the new one says from
   * now on, and what was due before stands.
   *
   * @param role the highest of whoever wants it so; runs have it from now on
   * @return empty if somebody else changed it, or it was due, since it was read
   */
  public Optional<Schedule> change(
      Schedule schedule, ScheduleDefinition definition, Optional<Role> role) {
    return planned(schedule)
        .flatMap(
            now ->
                changed(
                    now,
                    now.defined(definition, role)
                        .moved(
                            now.status() == ScheduleStatus.PAUSED
                                ? ScheduleStatus.PAUSED
                                : ScheduleStatus.ACTIVE,
                            now.course().dueNext(definition.recurrence().next(store.now())))));
  }

  /** Holds a schedule back; one that is paused already stays so. See {@link #change}. */
  public Optional<Schedule> pause(Schedule schedule) {
    return schedule.status() != ScheduleStatus.ACTIVE
        ? Optional.of(schedule)
        : planned(schedule)
            .flatMap(now -> changed(now, now.moved(ScheduleStatus.PAUSED, now.course())));
  }

  /** Lets a paused schedule go on; due times that passed are passed over. See {@link #change}. */
  public Optional<Schedule> resume(Schedule schedule) {
    return schedule.status() != ScheduleStatus.PAUSED
        ? Optional.of(schedule)
        : changed(
            schedule,
            schedule.moved(ScheduleStatus.ACTIVE, schedule.course().resumed(store.now())));
  }

  /** What is due by now fires as the schedule was when it became due. */
  private Optional<Schedule> planned(Schedule schedule) {
    Instant now = store.now();
    Schedule current = schedule;
    while (current.status() == ScheduleStatus.ACTIVE
        && current.course().next().filter(due -> !due.isAfter(now)).isPresent()) {
      store.claim(current, DuePlan.of(current, now, tolerance));
      Optional<Schedule> behind =
          store.find(schedule.id()).filter(found -> found.revision() == schedule.revision());
      if (behind.isEmpty()) {
        return behind;
      }
      current = behind.get();
    }
    return Optional.of(current);
  }

  private Optional<Schedule> changed(Schedule schedule, Schedule wanted) {
    return store.change(schedule, wanted) ? store.find(schedule.id()) : Optional.empty();
  }

  /** Removes a schedule and its history; runs on their way go on. Returns whether it was there. */
  public boolean remove(Schedule schedule) {
    return store.remove(schedule.id());
  }

  /**
   * Has a schedule fire now, as soon as cooldown, overlap and limits allow, even if it is paused.
   */
  public Firing request(Schedule schedule) {
    Firing firing =
        Firing.requested(
            UUID.randomUUID(), schedule, store.now(), FiringTrigger.REQUEST, store.now());
    store.request(schedule, List.of(firing));
    return firing;
  }

  /**
   * Tells which due times of a span a backfill would make firings for: those that have none which
   * ran or will, and were not backfilled before. At most {@link #MOST_OF_A_BACKFILL}.
   *
   * @param from at or behind this
   * @param until before this, and not in the future
   */
  public BackfillPlan backfillOf(Schedule schedule, Instant from, Instant until) {
    Set<Instant> taken = new HashSet<>(store.taken(schedule.id(), from, until));
    Recurrence recurrence = schedule.definition().recurrence();
    List<Instant> dues = new ArrayList<>();
    int there = 0;
    Optional<Instant> due = recurrence.next(from.minusNanos(1));
    for (;
        due.isPresent() && due.get().isBefore(until) && dues.size() < MOST_OF_A_BACKFILL;
        due = recurrence.next(due.get())) {
      if (taken.contains(due.get())) {
        there++;
      } else {
        dues.add(due.get());
      }
    }
    return new BackfillPlan(dues, there, due.filter(until::isAfter).isPresent());
  }

  /** Makes firings for these due times, one behind the other; returns how many. */
  public int backfill(Schedule schedule, BackfillPlan plan) {
    Instant now = store.now();
    return store.request(
        schedule,
        plan.dues().stream()
            .map(due -> Firing.of(schedule, due, FiringTrigger.BACKFILL, now))
            .toList());
  }

  /**
   * Takes back a firing that has not begun.
   *
   * @return false if it has a run on its way, or has ended
   */
  public boolean withdraw(Firing firing) {
    return store.withdraw(firing);
  }

  public Optional<Firing> firing(Schedule schedule, UUID id) {
    return store.firing(schedule.id(), id);
  }

  /** Returns a page of what a schedule did, the newest first. */
  public List<Firing> history(Schedule schedule, Optional<Firing> after, int limit) {
    return store.history(schedule.id(), after, limit);
  }

  /**
   * What a backfill does.
   *
   * @param dues for which it makes firings
   * @param there how many due times among them have a firing already
   * @param more whether there are more due times than one backfill takes
   */
  public record BackfillPlan(List<Instant> dues, int there, boolean more) {
    public BackfillPlan {
      dues = List.copyOf(dues);
    }
  }
}
