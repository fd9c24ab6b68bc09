package dev.reprise.schedule;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * One firing of a schedule, or several due times that a policy passed over together: each due time
 * of a schedule is accounted for by one of its firings.
 *
 * @param id of the firing and of its run, so that a firing has one run at most
 * @param due the time that it is for; the first of them
 * @param until the last of them
 * @param dues how many due times it accounts for; 0 if it was asked for
 * @param agent of the run
 * @param reason why it waits, or was passed over
 * @param attempts how many have begun
 * @param notBefore when it may start
 * @param starting whether a server is just submitting its run
 * @param error what its last attempt failed with
 */
public record Firing(
    UUID id,
    UUID schedule,
    String tenant,
    String agent,
    Instant due,
    Instant until,
    int dues,
    FiringTrigger source,
    FiringStatus status,
    Optional<FiringReason> reason,
    int attempts,
    Instant notBefore,
    Optional<Instant> startedAt,
    Optional<Instant> endedAt,
    boolean starting,
    Optional<String> error) {

  /**
   * Returns the one firing that a due time of a schedule has by the clock, whoever makes it; and
   * the one that it has by a backfill.
   */
  static Firing of(Schedule schedule, Instant due, FiringTrigger source, Instant notBefore) {
    String kind = source == FiringTrigger.BACKFILL ? "backfill" : "due";
    return pending(idOf(schedule, due, kind), schedule, due, source, notBefore);
  }

  /** Returns one that somebody wants. */
  static Firing wanted(UUID id, Schedule schedule, Instant due, FiringTrigger source, Instant now) {
    return pending(id, schedule, due, source, now);
  }

  /** Returns due times that are passed over. */
  static Firing skipped(
      Schedule schedule, Instant from, Instant until, int dues, FiringReason reason) {
    return new Firing(
        idOf(schedule, from, "skipped"),
        schedule.id(),
        schedule.tenant(),
        schedule.definition().agent(),
        from,
        until,
        dues,
        FiringTrigger.CLOCK,
        FiringStatus.SKIPPED,
        Optional.of(reason),
        0,
        from,
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty());
  }

  private static Firing pending(
      UUID id, Schedule schedule, Instant due, FiringTrigger source, Instant notBefore) {
    return new Firing(
        id,
        schedule.id(),
        schedule.tenant(),
        schedule.definition().agent(),
        due,
        due,
        source.isByClock() ? 1 : 0,
        source,
        FiringStatus.PENDING,
        Optional.empty(),
        0,
        notBefore,
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty());
  }

  private static UUID idOf(Schedule schedule, Instant due, String kind) {
    String name = "%s/%s/%s".formatted(schedule.id(), due, kind);
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns it as one of several that are spread over time. */
  Firing spreadTo(Instant start) {
    return new Firing(
        id,
        schedule,
        tenant,
        agent,
        due,
        until,
        dues,
        source,
        status,
        Optional.of(FiringReason.SPREAD),
        attempts,
        start,
        startedAt,
        endedAt,
        false,
        error);
  }

  /** Returns it as it is when an attempt begins. */
  Firing begun(Instant now) {
    return new Firing(
        id,
        schedule,
        tenant,
        agent,
        due,
        until,
        dues,
        source,
        FiringStatus.ACTIVE,
        Optional.empty(),
        attempts + 1,
        notBefore,
        startedAt.or(() -> Optional.of(now)),
        endedAt,
        true,
        error);
  }

  /** Returns whether it has begun and not ended: it may be between two attempts. */
  public boolean isOpen() {
    return status == FiringStatus.ACTIVE || (status == FiringStatus.PENDING && attempts > 0);
  }
}
