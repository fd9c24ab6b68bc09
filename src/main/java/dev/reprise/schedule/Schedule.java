package dev.reprise.schedule;

import java.time.Instant;
import java.util.UUID;

/**
 * A schedule: an agent's runs, started by the clock.
 *
 * @param revision counts the changes that people made, from 1
 * @param by who made it
 */
public record Schedule(
    UUID id,
    String tenant,
    ScheduleDefinition definition,
    ScheduleStatus status,
    long revision,
    Course course,
    String by,
    Instant createdAt,
    Instant updatedAt) {

  public String name() {
    return definition.name();
  }

  Policies policies() {
    return definition.policies();
  }
}
