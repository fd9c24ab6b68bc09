package dev.reprise.queue.fork;

import dev.reprise.agent.message.ToolCall;
import java.time.Instant;

/**
 * A call that had its effect or may have had it.
 *
 * @param asked the event in which the model requested the call
 * @param event the event with which the call ended, or the event of its start if no outcome is
 *     recorded
 * @param at the time of that event, by the database's clock
 * @param inDoubt whether it is unknown if the call had its effect
 */
public record ToolCallRecord(
    long asked,
    long event,
    Instant at,
    String phase,
    int iteration,
    ToolCall call,
    boolean inDoubt) {}
