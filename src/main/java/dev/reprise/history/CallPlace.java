package dev.reprise.history;

/**
 * A place in the list of a run's tool calls, which has the newest reply first.
 *
 * @param reply the sequence of the event that requested the calls around the place
 * @param calls how many of them come before the place
 */
public record CallPlace(long reply, int calls) {}
