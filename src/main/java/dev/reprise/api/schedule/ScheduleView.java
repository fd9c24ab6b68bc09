package dev.reprise.api.schedule;

import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.ScheduleStatus;
import dev.reprise.schedule.recurrence.Recurrence;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A schedule.
 *
 * @param revision counts the changes that people made, from 1
 * @param definition what it starts, and when; a client may change it and send it back
 * @param next the next due times, at most five; of a paused schedule, as if it were resumed now
 * @param lastStartedAt when a firing last started
 * @param coolUntil the end of the cooldown after its last firing; absent if it is over
 * @param attempts how many have failed since the last success
 * @param error what the last failure said
 * @param open firings that are active or wait, with the reason, among the newest hundred; absent in
 *     lists
 * @param createdBy the user who created it
 */
public record ScheduleView(
    UUID id,
    String name,
    ScheduleStatus status,
    long revision,
    ScheduleRequest definition,
    List<Instant> next,
    Optional<Instant> lastStartedAt,
    Optional<Instant> coolUntil,
    int attempts,
    Optional<String> error,
    Optional<List<FiringView>> open,
    String createdBy,
    Instant createdAt,
    Instant updatedAt) {

  /** How many due times are shown. */
  static final int SHOWN = 5;

  public ScheduleView {
    next = List.copyOf(next);
  }

  static ScheduleView of(Schedule schedule, Optional<List<FiringView>> open, Instant now) {
    return new ScheduleView(
        schedule.id(),
        schedule.name(),
        schedule.status(),
        schedule.revision(),
        ScheduleRequest.of(schedule.definition()),
        next(schedule, now),
        schedule.course().started(),
        schedule.course().coolUntil().filter(now::isBefore),
        schedule.course().attempts(),
        schedule.course().error(),
        open,
        schedule.by(),
        schedule.createdAt(),
        schedule.updatedAt());
  }

  private static List<Instant> next(Schedule schedule, Instant now) {
    Recurrence recurrence = schedule.definition().recurrence();
    return switch (schedule.status()) {
      case ACTIVE ->
          schedule.course().next().stream()
              .flatMap(
                  due -> Stream.concat(Stream.of(due), recurrence.next(due, SHOWN - 1).stream()))
              .toList();
      case PAUSED -> recurrence.next(now, SHOWN);
      case ENDED -> List.of();
    };
  }
}
