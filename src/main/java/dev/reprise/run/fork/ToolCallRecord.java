package dev.reprise.run.fork;

import dev.reprise.agent.message.ToolCall;
import java.time.Instant;

/**
 * A call that had its effect, or may have had it.
 *
 * @param asked the event with which the model asked for it
 * @param event the event with which it ended, or was begun if nothing is recorded that it led to
 * @param at when that was, by the database's clock
 * @param inDoubt whether nobody knows that it had its effect
 */
public record ToolCallRecord(
    long asked,
    long event,
    Instant at,
    String phase,
    int iteration,
    ToolCall call,
    boolean inDoubt) {}
