package dev.reprise.schedule;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.schedule.recurrence.Recurrence;

/**
 * What a schedule starts, and when, as a client wants it.
 *
 * @param name unique in its tenant
 * @param workspace of the runs
 * @param input of the runs; an object whose texts may refer to the firing and to the payload, see
 *     {@link InputTemplate}
 * @param payload an object of the client's own
 */
public record ScheduleDefinition(
    String name,
    String agent,
    String workspace,
    JsonValue input,
    JsonValue payload,
    Recurrence recurrence,
    SchedulePolicy policies) {}
