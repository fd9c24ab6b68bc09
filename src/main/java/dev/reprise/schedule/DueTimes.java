package dev.reprise.schedule;

import java.time.Instant;

/**
 * The due times that belong to a firing.
 *
 * @param first the time that the firing is for
 * @param count how many due times it accounts for; 0 if a person requested it
 */
public record DueTimes(Instant first, Instant last, int count, FiringTrigger source) {

  /** Returns one due time. */
  static DueTimes of(Instant due, FiringTrigger source) {
    return new DueTimes(due, due, source.isByClock() ? 1 : 0, source);
  }
}
