package dev.reprise.agent;

import dev.reprise.agent.message.JsonValue;

/**
 * What the answer of a phase must be: JSON that fits a schema.
 *
 * @param schema a JSON Schema, of draft 2020-12 if it names none
 * @param attempts how many answers the model may give before the phase fails, at least 1
 */
public record OutputContract(JsonValue schema, int attempts) {

  /** How many answers the model may give by default. */
  public static final int ATTEMPTS = 2;
}
