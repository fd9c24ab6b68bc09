package dev.reprise.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * What the allocation of slots needs to know, at one moment.
 *
 * @param pending firings whose time has come: all by the clock, and the first of the others of each
 *     schedule
 * @param resting firings of the same schedules whose time has not come, and that are by the clock
 *     or between two attempts
 * @param active all firings whose runs are open
 * @param waiting the active firings that wait for a person and have no slot
 * @param schedules the schedules of the pending firings
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
