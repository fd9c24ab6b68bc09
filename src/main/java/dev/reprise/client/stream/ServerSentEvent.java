package dev.reprise.client.stream;

import java.util.Optional;

/**
 * One event of a stream, as the protocol has it.
 *
 * @param id of the event itself; an event without one cannot be resumed from
 * @param type {@code message} if the event names none
 */
record ServerSentEvent(Optional<String> id, String type, String data) {}
