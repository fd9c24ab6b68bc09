package dev.reprise.run.fork;

import java.time.Instant;
import java.util.UUID;

/**
 * That a call was taken back.
 *
 * @param event with which the call had ended
 * @param by the run that took it back
 */
public record UndoRecord(long event, UUID by, Instant at) {}
