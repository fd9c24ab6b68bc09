package dev.reprise.queue.fork;

import java.time.Instant;
import java.util.UUID;

/**
 * The record that a run has taken a call back.
 *
 * @param event the event with which the call ended
 * @param by the run that took the call back
 */
public record UndoRecord(long event, UUID by, Instant at) {}
