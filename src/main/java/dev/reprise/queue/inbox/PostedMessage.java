package dev.reprise.queue.inbox;

import java.time.Instant;
import java.util.Optional;

/**
 * A message of a person to a run.
 *
 * @param number the number among the messages of the run, from 1
 * @param by the name of the person
 * @param at the time at which it was posted, by the database's clock
 * @param reason the person's reason, if there is one
 */
public record PostedMessage(
    long number, String by, Instant at, Optional<String> reason, String text) {}
