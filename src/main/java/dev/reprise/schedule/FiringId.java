package dev.reprise.schedule;

import java.util.UUID;

/**
 * Which firing it is, and whose.
 *
 * @param id the id of the firing and of its run
 * @param agent the agent of the run
 */
public record FiringId(UUID id, UUID schedule, String tenant, String agent) {

  static FiringId of(UUID id, Schedule schedule) {
    return new FiringId(id, schedule.id(), schedule.tenant(), schedule.definition().agent());
  }
}
