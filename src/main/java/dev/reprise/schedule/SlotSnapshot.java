package dev.reprise.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * All that whoever gives out slots has to know, as it is at one moment.
 *
 * @param pending firings whose time has come: all that are by the clock, and of each schedule the
 *     first of those that wait
 * @param resting of the schedules of the pending ones, those whose time has not come that are by
 *     the clock or between two attempts
 * @param active all whose runs are on their way
 * @param waiting those of them that wait for a person, and have no slot
 * @param schedules those of the pending ones
 */
public record SlotSnapshot(
    Instant now,
    List<Firing> pending,
    List<Firing> resting,
    List<Firing> active,
    Set<UUID> waiting,
    Map<UUID, Schedule> schedules) {

  public SlotSnapshot {
    pending = List.copyOf(pending);
    resting = List.copyOf(resting);
    active = List.copyOf(active);
    waiting = Set.copyOf(waiting);
    schedules = Map.copyOf(schedules);
  }
}
