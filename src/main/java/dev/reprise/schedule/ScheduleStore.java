package dev.reprise.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Where schedules and their firings rest. Each method takes effect whole or not at all, and is
 * judged by the store's own clock, so that any number of servers may call it at the same moment.
 *
 * <p>Every method throws {@link SchedulesUnavailableException} if the store fails, which says what
 * is known of its effect.
 */
public interface ScheduleStore {

  /** Returns the store's time. */
  Instant now();

  /**
   * Adds a schedule.
   *
   * @param most that its tenant may have then
   * @return false if its tenant has one of this name
   * @throws TooManySchedulesException if its tenant would have more
   */
  boolean add(Schedule schedule, int most);

  /**
   * Changes what people may change: definition and with it the role, status and course.
   *
   * @param schedule as it was read
   * @return false if somebody else changed it, or it was due, since it was read
   */
  boolean change(Schedule schedule, Schedule changed);

  /** Removes a schedule and its firings; runs on their way go on. */
  boolean remove(UUID schedule);

  Optional<Schedule> find(String tenant, String name);

  Optional<Schedule> find(UUID schedule);

  /** Returns a page of a tenant's schedules, by name. */
  List<Schedule> list(String tenant, String after, int limit);

  /** Returns active schedules that are due, the longest due first. */
  List<Schedule> due(int limit);

  /**
   * Writes down what was planned for a schedule that is due.
   *
   * @return false if another server was faster, or somebody changed the schedule
   */
  boolean claim(Schedule schedule, DuePlan plan);

  /** Adds firings that somebody wants; returns how many, without those that are there already. */
  int request(Schedule schedule, List<Firing> firings);

  /** Returns those due times of a span that have a firing which ran or will, or a backfill's. */
  List<Instant> taken(UUID schedule, Instant from, Instant until);

  /**
   * Has somebody decide about the firings that are pending, and nobody else at the same time; those
   * that are to start become the owner's for a while.
   */
  Decided decide(String owner, Duration lease, Function<SlotSnapshot, List<SlotDecision>> rulings);

  /** Returns all firings whose runs are on their way, or about to be. */
  List<Firing> active();

  /** Returns those of them that wait for a person, and have no slot. */
  Set<UUID> waiting();

  /**
   * Gives the slot back of a firing whose run waits for a person.
   *
   * @param most how many may wait so
   * @return false if as many do already, or it is not on its way
   */
  boolean awaitPerson(Firing firing, int most);

  /** Gives a firing its slot again, because its run goes on. */
  void resume(Firing firing);

  /** Returns those whose starter let its lease run out, or was an earlier start of this server. */
  List<Firing> stale(String server, String thisStart);

  /** Takes the slot of a stale one back, and the attempt with it. */
  boolean recover(Firing firing);

  /** Notes that the firing's run is submitted: from here on the run has a lease of its own. */
  void submitted(Firing firing);

  /** Gives the slot back, and tries again later. */
  boolean retry(Firing firing, Instant notBefore, String error);

  /**
   * Gives the slot back for good.
   *
   * @param cooldown behind the end; zero for none
   */
  boolean end(
      Firing firing, FiringStatus status, Instant at, Duration cooldown, Optional<String> error);

  /** Takes back a firing that has no slot. */
  boolean withdraw(Firing firing);

  Optional<Firing> firing(UUID schedule, UUID id);

  /** Returns a page of a schedule's firings, the newest first. */
  List<Firing> history(UUID schedule, Optional<Firing> after, int limit);

  /** Removes firings that ended before a time; returns how many. */
  int forget(Instant before);

  /**
   * What was decided.
   *
   * @param begun they have slots now
   * @param replaced they are to be cancelled
   */
  record Decided(List<Firing> begun, List<Firing> replaced) {
    public static final Decided NOTHING = new Decided(List.of(), List.of());

    public Decided {
      begun = List.copyOf(begun);
      replaced = List.copyOf(replaced);
    }
  }
}
