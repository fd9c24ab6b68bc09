package dev.reprise.batch.source;

import dev.reprise.agent.message.JsonValue;

/**
 * One item of a data set.
 *
 * @param number its position, from 1
 * @param key its name, which no other item of the data set has; see {@link ItemKey}
 * @param input what its run gets: the data set's template, filled with the item's fields; a
 *     canonical JSON object
 */
public record Item(int number, String key, JsonValue input) {}
