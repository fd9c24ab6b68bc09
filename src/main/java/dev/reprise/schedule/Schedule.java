package dev.reprise.schedule;

import dev.reprise.agent.Role;
import dev.reprise.schedule.policy.SchedulePolicy;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** A schedule: runs of an agent that the clock starts. */
public record Schedule(
    UUID id,
    String tenant,
    ScheduleDefinition definition,
    ScheduleStatus status,
    ScheduleProgress course,
    ScheduleChange change) {

  public String name() {
    return definition.name();
  }

  /** Returns this schedule with another definition by a person of this role. */
  Schedule defined(ScheduleDefinition other, String person, Optional<Role> highest) {
    return new Schedule(id, tenant, other, status, course, change.defined(person, highest));
  }

  /** Returns this schedule with another status and progress. */
  Schedule moved(ScheduleStatus next, ScheduleProgress progress) {
    return new Schedule(id, tenant, definition, next, progress, change);
  }

  SchedulePolicy policies() {
    return definition.policies();
  }

  /** Returns how many changes people made, from 1. */
  public long revision() {
    return change.revision();
  }

  public String by() {
    return change.by();
  }

  public String definedBy() {
    return change.definedBy();
  }

  public Optional<Role> role() {
    return change.role();
  }

  public Instant createdAt() {
    return change.createdAt();
  }

  public Instant updatedAt() {
    return change.updatedAt();
  }
}
