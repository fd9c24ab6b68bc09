package dev.reprise.schedule;

import java.time.Instant;
import java.util.Optional;

/**
 * How far a schedule has come.
 *
 * @param next when it is due next; empty if never again
 * @param resumed when somebody let it go on: due times before that are passed over
 * @param started when a firing last started
 * @param coolUntil when it has rested enough behind the end of its last firing
 * @param attempts how many have failed since one last succeeded
 * @param error what the last failure said
 */
public record ScheduleProgress(
    Optional<Instant> next,
    Optional<Instant> resumed,
    Optional<Instant> started,
    Optional<Instant> coolUntil,
    int attempts,
    Optional<String> error) {

  /** Returns the course of a schedule that has done nothing yet. */
  static ScheduleProgress beginning(Optional<Instant> next) {
    return new ScheduleProgress(
        next, Optional.empty(), Optional.empty(), Optional.empty(), 0, Optional.empty());
  }

  /** Returns it with another due time. */
  ScheduleProgress dueNext(Optional<Instant> due) {
    return new ScheduleProgress(due, resumed, started, coolUntil, attempts, error);
  }

  /** Returns it as it is when somebody lets the schedule go on. */
  ScheduleProgress resumed(Instant now) {
    return new ScheduleProgress(next, Optional.of(now), started, coolUntil, attempts, error);
  }

  boolean isCoolingAt(Instant now) {
    return coolUntil.filter(now::isBefore).isPresent();
  }
}
