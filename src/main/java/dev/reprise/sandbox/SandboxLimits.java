package dev.reprise.sandbox;

import java.time.Duration;

/**
 * How much scripts may use.
 *
 * @param memoryBytes of one engine, all that a script holds included; a multiple of 65,536 counts
 * @param time from the call to the result
 * @param outputCharacters that are kept of what a script writes to its console
 * @param messageCharacters how large a result, and the arguments and the answer of a host function
 *     may be, each, as JSON; from 1,024
 * @param engines how many scripts run at once; the others wait for their turn
 * @param enginesOfTenant how many of them may be one tenant's, at least 1
 */
public record SandboxLimits(
    long memoryBytes,
    Duration time,
    int outputCharacters,
    int messageCharacters,
    int engines,
    int enginesOfTenant) {

  /** What an engine needs for itself and a script of some use. */
  private static final long LEAST_MEMORY = 4L << 20;

  /** What the engine can address. */
  private static final long MOST_MEMORY = 1L << 30;

  public SandboxLimits {
    require(
        memoryBytes >= LEAST_MEMORY && memoryBytes <= MOST_MEMORY,
        "memory is from %d to %d bytes, not %d".formatted(LEAST_MEMORY, MOST_MEMORY, memoryBytes));
    require(time.isPositive(), "time is more than zero, not " + time);
    require(
        outputCharacters >= 0,
        "output is not negative, not %d characters".formatted(outputCharacters));
    require(
        messageCharacters >= 1024 && messageCharacters <= memoryBytes / 4,
        "a message has from 1024 characters to as many as a quarter of memory has bytes, not %d"
            .formatted(messageCharacters));
    require(engines > 0, "there is at least 1 engine, not " + engines);
    require(
        enginesOfTenant > 0, "a tenant has a share of at least 1 engine, not " + enginesOfTenant);
  }

  private static void require(boolean holds, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(rule);
    }
  }
}
