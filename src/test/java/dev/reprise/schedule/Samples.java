package dev.reprise.schedule;

import dev.reprise.agent.Role;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.schedule.policy.MisfirePolicy;
import dev.reprise.schedule.policy.OverlapPolicy;
import dev.reprise.schedule.policy.SchedulePolicy;
import dev.reprise.schedule.recurrence.Recurrence;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Schedules for tests. */
final class Samples {

  /** More schedules than a test has. */
  static final int MANY = 1_000;

  private Samples() {}

  /**
   * Returns one that is due for the first time then, and that rests, overlaps and retries never.
   */
  static Schedule schedule(String tenant, String name, Recurrence recurrence, Instant first) {
    return schedule(
        tenant, name, recurrence, first, policies(OverlapPolicy.SKIP, MisfirePolicy.ONCE));
  }

  static Schedule schedule(
      String tenant, String name, Recurrence recurrence, Instant first, SchedulePolicy policies) {
    return new Schedule(
        UUID.randomUUID(),
        tenant,
        new ScheduleDefinition(
            name,
            "surveyor",
            "here",
            new JsonValue("{\"topic\":\"{{schedule.due}}\"}"),
            JsonValue.EMPTY_OBJECT,
            recurrence,
            policies),
        ScheduleStatus.ACTIVE,
        ScheduleProgress.beginning(Optional.of(first)),
        ScheduleChange.first("ana", Optional.of(Role.OPERATOR), first));
  }

  static SchedulePolicy policies(OverlapPolicy overlap, MisfirePolicy missed) {
    return policies(Duration.ZERO, overlap, missed, 1);
  }

  static SchedulePolicy policies(
      Duration cooldown, OverlapPolicy overlap, MisfirePolicy missed, int maxAttempts) {
    return new SchedulePolicy(
        cooldown,
        overlap,
        new SchedulePolicy.CatchUp(missed, Duration.ofHours(1), Duration.ZERO),
        3,
        new SchedulePolicy.Retry(maxAttempts, Duration.ofMinutes(1)),
        0,
        Optional.of(new BigDecimal("2.5")));
  }
}
