package dev.reprise.schedule;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.schedule.policy.SchedulePolicy;
import dev.reprise.schedule.recurrence.Recurrence;

/**
 * What a client defines of a schedule: what it starts, and when.
 *
 * @param name unique in its tenant
 * @param workspace the workspace of the runs
 * @param input the input of the runs; an object whose texts may refer to the firing and to the
 *     payload, see {@link InputTemplate}
 * @param payload an object for the client's own use
 */
public record ScheduleDefinition(
    String name,
    String agent,
    String workspace,
    JsonValue input,
    JsonValue payload,
    Recurrence recurrence,
    SchedulePolicy policies) {}
