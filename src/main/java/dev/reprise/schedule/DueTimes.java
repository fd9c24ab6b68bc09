package dev.reprise.schedule;

import java.time.Instant;
import java.util.Optional;

/**
 * The due times that belong to a firing.
 *
 * @param first the time that the firing is for
 * @param count how many due times it accounts for; 0 if a person requested it
 * @param requestedBy the person who requested it; empty if the clock did, and in firings from
 *     before this component
 */
public record DueTimes(
    Instant first, Instant last, int count, FiringTrigger source, Optional<String> requestedBy) {

  /** Creates due times that no person requested. */
  public DueTimes(Instant first, Instant last, int count, FiringTrigger source) {
    this(first, last, count, source, Optional.empty());
  }

  /** Returns one due time. */
  static DueTimes of(Instant due, FiringTrigger source) {
    return new DueTimes(due, due, source.isByClock() ? 1 : 0, source);
  }

  DueTimes requestedBy(String person) {
    return new DueTimes(first, last, count, source, Optional.of(person));
  }
}
