package dev.reprise.schedule;

import dev.reprise.agent.Role;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A schedule: an agent's runs, started by the clock.
 *
 * @param revision counts the changes that people made, from 1
 * @param by who made it
 * @param role the highest of whoever made it or, later, last gave it a definition; its runs have
 *     it. Empty if none is known
 */
public record Schedule(
    UUID id,
    String tenant,
    ScheduleDefinition definition,
    ScheduleStatus status,
    long revision,
    ScheduleProgress course,
    String by,
    Optional<Role> role,
    Instant createdAt,
    Instant updatedAt) {

  public String name() {
    return definition.name();
  }

  /** Returns it as somebody of this role defines it. */
  Schedule defined(ScheduleDefinition other, Optional<Role> highest) {
    return new Schedule(
        id, tenant, other, status, revision, course, by, highest, createdAt, updatedAt);
  }

  /** Returns it elsewhere on its course. */
  Schedule moved(ScheduleStatus next, ScheduleProgress onwards) {
    return new Schedule(
        id, tenant, definition, next, revision, onwards, by, role, createdAt, updatedAt);
  }

  SchedulePolicy policies() {
    return definition.policies();
  }
}
