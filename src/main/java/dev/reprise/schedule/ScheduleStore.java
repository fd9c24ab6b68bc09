package dev.reprise.schedule;

import dev.reprise.platform.jdbc.DatabaseException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Stores schedules and their firings. Each method takes effect wholly or not at all, by the store's
 * own clock, so that any number of servers may call it at the same time.
 *
 * <p>Every method throws {@link DatabaseException} if the store fails; the exception says what is
 * known of the effect.
 */
public interface ScheduleStore {

  /** Returns the store's time. */
  Instant now();

  /**
   * Adds a schedule.
   *
   * @param maxOfTenant how many schedules the tenant may have, this one included
   * @return false if the tenant has a schedule of this name
   * @throws TooManySchedulesException if the tenant would have more
   */
  boolean add(Schedule schedule, int maxOfTenant);

  /**
   * Changes what people may change: the definition and with it the role, the status and the
   * progress.
   *
   * @param schedule as the caller read it
   * @return false if another caller changed it, or it became due, since it was read
   */
  boolean change(Schedule schedule, Schedule changed);

  /** Removes a schedule and its firings; open runs continue. */
  boolean remove(UUID schedule);

  Optional<Schedule> find(String tenant, String name);

  Optional<Schedule> find(UUID schedule);

  /** Returns a page of a tenant's schedules, by name. */
  List<Schedule> list(String tenant, String after, int limit);

  /** Returns active schedules that are due, the longest due first. */
  List<Schedule> due(int limit);

  /** Returns the earliest due time that is not turned into a firing yet; empty if none is past. */
  default Optional<Instant> overdueSince() {
    return due(1).stream().flatMap(schedule -> schedule.course().next().stream()).findFirst();
  }

  /**
   * Stores the plan of a schedule that is due.
   *
   * @return false if another server was faster, or a person changed the schedule
   */
  boolean claim(Schedule schedule, DuePlan plan);

  /** Adds requested firings; returns how many, without those that exist already. */
  int request(Schedule schedule, List<Firing> firings);

  /** Returns the due times of a span whose firings ran or will run, or are of a backfill. */
  List<Instant> taken(UUID schedule, Instant from, Instant until);

  /**
   * Decides about the pending firings, on one server at a time. The owner leases those that start.
   */
  Decided decide(
      String owner, Duration lease, Function<SlotSnapshot, List<SlotDecision>> decisions);

  /** Returns all firings whose runs are open, or are being submitted. */
  List<Firing> active();

  /** Returns those active firings that wait for a person and have no slot. */
  Set<UUID> waiting();

  /**
   * Returns the slot of a firing whose run waits for a person.
   *
   * @param maxWaiting how many firings may wait without a slot
   * @return false if as many wait already, or the firing is not active
   */
  boolean awaitPerson(Firing firing, int maxWaiting);

  /** Gives a firing its slot again, because its run continues. */
  void resume(Firing firing);

  /**
   * Returns the firings whose starter's lease has expired, or was an earlier start of this server.
   */
  List<Firing> stale(String server, String thisStart);

  /** Revokes the slot of a stale firing, and does not count its attempt. */
  boolean recover(Firing firing);

  /** Returns the slot of a firing whose run cannot be submitted yet; its attempt does not count. */
  boolean postpone(Firing firing, Instant notBefore, String why);

  /** Notes that the firing's run is submitted: from now on the run has its own lease. */
  void submitted(Firing firing);

  /** Returns the slot, and schedules the next attempt. */
  boolean retry(Firing firing, Instant notBefore, String error);

  /**
   * Ends the firing and returns its slot.
   *
   * @param cooldown how long the schedule rests after the end; zero for no rest
   */
  boolean end(
      Firing firing, FiringStatus status, Instant at, Duration cooldown, Optional<String> error);

  /** Withdraws a firing that has no slot. */
  boolean withdraw(Firing firing);

  Optional<Firing> firing(UUID schedule, UUID id);

  /** Returns a page of a schedule's firings, the newest first. */
  List<Firing> history(UUID schedule, Optional<Firing.Place> after, int limit);

  /** Removes firings that ended before a time; returns how many. */
  int forget(Instant before);

  /**
   * The result of a decision.
   *
   * @param begun the firings that have slots now
   * @param replaced the firings to cancel
   */
  record Decided(List<Firing> begun, List<Firing> replaced) {
    public static final Decided NOTHING = new Decided(List.of(), List.of());

    public Decided {
      begun = List.copyOf(begun);
      replaced = List.copyOf(replaced);
    }
  }
}
