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
 * @param definition what it starts, and when; may be changed and sent back
 * @param revision counts the changes that people made, from 1
 * @param next when it is due, at most five times; if it is paused, as if it went on now
 * @param lastStartedAt when a firing last started
 * @param coolUntil until when it rests behind the end of its last firing; absent if it does not
 * @param attempts how many have failed since one last succeeded
 * @param error what the last failure said
 * @param open firings that are on their way or wait, with the reason, among the newest hundred;
 *     absent in lists
 * @param createdBy who made it
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
