package dev.reprise.schedule;

import dev.reprise.agent.Role;
import java.time.Instant;
import java.util.Optional;

/**
 * Who made and changed a schedule, and when.
 *
 * @param revision counts the changes that people made, from 1
 * @param by the person who made the schedule
 * @param definedBy the person who last gave it a definition; its runs are attributed to both
 * @param role the highest role of the person who made it or last gave it a definition; its runs
 *     have this role. Empty if none is known
 */
public record ScheduleChange(
    long revision,
    String by,
    String definedBy,
    Optional<Role> role,
    Instant createdAt,
    Instant updatedAt) {

  /** Returns the change that makes a schedule. */
  public static ScheduleChange first(String by, Optional<Role> role, Instant now) {
    return new ScheduleChange(1, by, by, role, now, now);
  }

  ScheduleChange defined(String person, Optional<Role> highest) {
    return new ScheduleChange(revision, by, person, highest, createdAt, updatedAt);
  }
}
