package dev.reprise.schedule;

import dev.reprise.agent.Role;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.schedule.policy.SchedulePolicy;
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
 * Makes, changes and reads the schedules of tenants for people. A change takes effect on every
 * server at its next tick.
 *
 * <p>Every method throws {@link DatabaseException} if the store fails; the exception says what is
 * known of the effect.
 */
@ApplicationScoped
public class Schedules {

  /** How many firings one backfill makes at most. */
  public static final int MAX_BACKFILL = 1_000;

  private final ScheduleStore store;
  private final Duration tolerance;
  private final int mostOfTenant;
  private SchedulePolicy defaults = SchedulePolicy.DEFAULT;
  private boolean fireHere = true;

  @Inject
  Schedules(ScheduleStore store, ScheduleSettings settings) {
    this(store, settings.tolerance, settings.maxOfTenant);
    defaults = SchedulePolicy.DEFAULT.withCooldown(settings.cooldown);
    fireHere = settings.enabled;
  }

  /** See {@link ScheduleSettings}. */
  Schedules(ScheduleStore store, Duration tolerance, int mostOfTenant) {
    this.store = store;
    this.tolerance = tolerance;
    this.mostOfTenant = mostOfTenant;
  }

  /**
   * Returns whether this server fires schedules. If it does not, people can still make, change,
   * read and trigger them; due firings wait for a server that fires them.
   */
  public boolean fireHere() {
    return fireHere;
  }

  /** Returns the policy of a schedule whose definition has no other. */
  public SchedulePolicy defaults() {
    return defaults;
  }

  /** Returns the store's time, by which schedules are due. */
  public Instant now() {
    return store.now();
  }

  /**
   * Creates a schedule.
   *
   * @param status ACTIVE or PAUSED
   * @param role the highest role of the person who makes it; its runs have this role
   * @return empty if the tenant has a schedule of this name
   * @throws TooManySchedulesException if the tenant has as many as it may
   */
  public Optional<Schedule> create(
      String tenant,
      ScheduleDefinition definition,
      ScheduleStatus status,
      String by,
      Optional<Role> role) {
    Instant now = store.now();
    var schedule =
        new Schedule(
            UUID.randomUUID(),
            tenant,
            definition,
            status,
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
   * @param after the last name of the page before; empty for the first page
   */
  public List<Schedule> list(String tenant, String after, int limit) {
    return store.list(tenant, after, limit);
  }

  /**
   * Gives a schedule another definition, with the same name. Its next due time follows from the new
   * definition and the present time; earlier due times stay.
   *
   * @param by the person who changes it
   * @param role the highest role of this person; its runs have this role from now on
   * @return empty if another caller changed it, or it became due, since it was read
   */
  public Optional<Schedule> change(
      Schedule schedule, ScheduleDefinition definition, String by, Optional<Role> role) {
    return planned(schedule)
        .flatMap(
            now ->
                changed(
                    now,
                    now.defined(definition, by, role)
                        .moved(
                            now.status() == ScheduleStatus.PAUSED
                                ? ScheduleStatus.PAUSED
                                : ScheduleStatus.ACTIVE,
                            now.course().dueNext(definition.recurrence().next(store.now())))));
  }

  /** Pauses a schedule; one that is paused stays paused. See {@link #change}. */
  public Optional<Schedule> pause(Schedule schedule) {
    return schedule.status() != ScheduleStatus.ACTIVE
        ? Optional.of(schedule)
        : planned(schedule)
            .flatMap(now -> changed(now, now.moved(ScheduleStatus.PAUSED, now.course())));
  }

  /** Resumes a paused schedule; due times that have passed are skipped. See {@link #change}. */
  public Optional<Schedule> resume(Schedule schedule) {
    return schedule.status() != ScheduleStatus.PAUSED
        ? Optional.of(schedule)
        : changed(
            schedule,
            schedule.moved(ScheduleStatus.ACTIVE, schedule.course().resumed(store.now())));
  }

  /** Due times up to now fire by the definition of their time. */
  private Optional<Schedule> planned(Schedule schedule) {
    Instant now = store.now();
    Schedule current = schedule;
    while (current.status() == ScheduleStatus.ACTIVE
        && current.course().next().filter(due -> !due.isAfter(now)).isPresent()) {
      store.claim(current, DuePlan.of(current, now, tolerance));
      Optional<Schedule> claimed =
          store.find(schedule.id()).filter(found -> found.revision() == schedule.revision());
      if (claimed.isEmpty()) {
        return claimed;
      }
      current = claimed.get();
    }
    return Optional.of(current);
  }

  private Optional<Schedule> changed(Schedule schedule, Schedule wanted) {
    return store.change(schedule, wanted) ? store.find(schedule.id()) : Optional.empty();
  }

  /** Removes a schedule and its history; its active runs continue. Returns whether it existed. */
  public boolean remove(Schedule schedule) {
    return store.remove(schedule.id());
  }

  /**
   * Has a schedule fire now, as soon as cooldown, overlap and limits allow, even if it is paused.
   *
   * @param id of the firing; nothing changes if it exists
   * @param by the person who requests it
   */
  public Firing request(Schedule schedule, UUID id, String by) {
    Firing firing = Firing.requested(id, schedule, store.now(), by);
    store.request(schedule, List.of(firing));
    return firing;
  }

  /**
   * Returns the due times of a span for which a backfill would make firings: those without a firing
   * that ran or will run, and without an earlier backfill. At most {@link #MAX_BACKFILL}.
   *
   * @param from the start of the span, included
   * @param until the end of the span, excluded; not in the future
   */
  public BackfillPlan backfillOf(Schedule schedule, Instant from, Instant until) {
    Set<Instant> taken = new HashSet<>(store.taken(schedule.id(), from, until));
    Recurrence recurrence = schedule.definition().recurrence();
    List<Instant> dues = new ArrayList<>();
    int there = 0;
    Optional<Instant> due = recurrence.next(from.minusNanos(1));
    for (;
        due.isPresent() && due.get().isBefore(until) && dues.size() < MAX_BACKFILL;
        due = recurrence.next(due.get())) {
      if (taken.contains(due.get())) {
        there++;
      } else {
        dues.add(due.get());
      }
    }
    return new BackfillPlan(dues, there, due.filter(until::isAfter).isPresent());
  }

  /**
   * Creates firings for these due times, which run in a row; returns how many.
   *
   * @param by the person who requests them
   */
  public int backfill(Schedule schedule, BackfillPlan plan, String by) {
    Instant now = store.now();
    return store.request(
        schedule,
        plan.dues().stream()
            .map(due -> Firing.of(schedule, due, FiringTrigger.BACKFILL, now).requestedBy(by))
            .toList());
  }

  /**
   * Withdraws a firing that has not started.
   *
   * @return false if its run is open, or it has ended
   */
  public boolean withdraw(Firing firing) {
    return store.withdraw(firing);
  }

  public Optional<Firing> firing(Schedule schedule, UUID id) {
    return store.firing(schedule.id(), id);
  }

  /** Returns a page of a schedule's firings, the newest first. */
  public List<Firing> history(Schedule schedule, Optional<Firing.Place> after, int limit) {
    return store.history(schedule.id(), after, limit);
  }

  /**
   * What a backfill does.
   *
   * @param dues the due times for which it makes firings
   * @param there how many due times of the span have a firing already
   * @param more whether the span has more due times than one backfill takes
   */
  public record BackfillPlan(List<Instant> dues, int there, boolean more) {
    public BackfillPlan {
      dues = List.copyOf(dues);
    }
  }
}
