package dev.reprise.schedule;

import java.time.Instant;
import java.util.Optional;

/**
 * The progress of a schedule.
 *
 * @param next when it is due next; empty if never again
 * @param resumed when a person last resumed it: due times before that are skipped
 * @param started when a firing last started
 * @param coolUntil when its cooldown after the end of its last firing is over
 * @param attempts how many attempts have failed since the last success
 * @param error why the last attempt failed
 */
public record ScheduleProgress(
    Optional<Instant> next,
    Optional<Instant> resumed,
    Optional<Instant> started,
    Optional<Instant> coolUntil,
    int attempts,
    Optional<String> error) {

  /** Returns the progress of a new schedule. */
  static ScheduleProgress beginning(Optional<Instant> next) {
    return new ScheduleProgress(
        next, Optional.empty(), Optional.empty(), Optional.empty(), 0, Optional.empty());
  }

  /** Returns the progress with another due time. */
  ScheduleProgress dueNext(Optional<Instant> due) {
    return new ScheduleProgress(due, resumed, started, coolUntil, attempts, error);
  }

  /** Returns the progress when a person resumes the schedule. */
  ScheduleProgress resumed(Instant now) {
    return new ScheduleProgress(next, Optional.of(now), started, coolUntil, attempts, error);
  }

  boolean isCoolingAt(Instant now) {
    return coolUntil.filter(now::isBefore).isPresent();
  }
}
