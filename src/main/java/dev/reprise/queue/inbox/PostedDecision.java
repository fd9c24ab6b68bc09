package dev.reprise.queue.inbox;

import dev.reprise.journal.seal.TextEncryption;
import java.util.UUID;

/**
 * A person's decision about a call that the run has not taken, as it is stored.
 *
 * @param number the number among the decisions of the run, from 1
 * @param type of the event that records it
 * @param version of that type
 * @param encrypted the payload of that event
 */
public record PostedDecision(
    UUID run, long number, String type, int version, TextEncryption.Encrypted encrypted) {}
