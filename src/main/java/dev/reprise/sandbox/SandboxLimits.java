package dev.reprise.sandbox;

import java.time.Duration;

/**
 * The limits of all scripts.
 *
 * @param memoryBytes of one engine, including all that a script holds; rounded down to a multiple
 *     of 65,536
 * @param time from the call to the result
 * @param outputCharacters how much of a script's console output is kept
 * @param messageCharacters the largest size, as JSON, of a result, and of the arguments and the
 *     answer of a host function, each; at least 1,024
 * @param engines how many scripts run at once; further ones wait
 * @param enginesOfTenant how many of them one tenant may use, at least 1
 */
public record SandboxLimits(
    long memoryBytes,
    Duration time,
    int outputCharacters,
    int messageCharacters,
    int engines,
    int enginesOfTenant) {

  /** The memory that an engine and a useful script need. */
  private static final long MIN_MEMORY = 4L << 20;

  /** The memory that an engine can address. */
  private static final long MAX_MEMORY = 1L << 30;

  public SandboxLimits {
    require(
        memoryBytes >= MIN_MEMORY && memoryBytes <= MAX_MEMORY,
        "memory must be %d to %d bytes, not %d".formatted(MIN_MEMORY, MAX_MEMORY, memoryBytes));
    require(time.isPositive(), "time must be more than zero, not " + time);
    require(
        outputCharacters >= 0,
        "output must be 0 or more characters, not %d".formatted(outputCharacters));
    require(
        messageCharacters >= 1024 && messageCharacters <= memoryBytes / 4,
        "a message must have 1024 characters to a quarter of the memory's bytes, not %d"
            .formatted(messageCharacters));
    require(engines > 0, "engines must be at least 1, not " + engines);
    require(
        enginesOfTenant > 0, "a tenant's share must be at least 1 engine, not " + enginesOfTenant);
  }

  private static void require(boolean holds, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(rule);
    }
  }
}
