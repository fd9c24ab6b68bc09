package dev.reprise.run.message;

import java.time.Instant;
import java.util.Optional;

/**
 * What somebody said to a run.
 *
 * @param number its place among the messages of the run, from 1
 * @param at when it was posted, by the database's clock
 * @param reason why, in that person's words, if there were any
 */
public record PostedMessage(
    long number, String by, Instant at, Optional<String> reason, String text) {}
