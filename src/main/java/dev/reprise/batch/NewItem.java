package dev.reprise.batch;

import dev.reprise.agent.message.JsonValue;

/**
 * An item as its source has it.
 *
 * @param position its number in the data set, from 1
 * @param key its name, which no other item of the data set has
 * @param input what its run gets
 */
public record NewItem(int position, String key, JsonValue input) {}
