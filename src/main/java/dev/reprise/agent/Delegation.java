package dev.reprise.agent;

import java.time.Instant;
import java.util.UUID;

/**
 * The link from a child run to the tool call of its parent, and the limits that the parent sets.
 *
 * @param parent the run that delegated
 * @param callId the parent's tool call whose result is the answer of this run
 * @param depth the number of runs above this one, at least 1
 * @param maxIterations the limit of model calls of this run and its own child runs together
 * @param deadline the time after which the parent no longer uses the answer
 */
public record Delegation(
    UUID parent, String callId, int depth, int maxIterations, Instant deadline) {

  public Delegation {
    if (depth < 1 || maxIterations < 1) {
      throw new IllegalArgumentException(
          "the depth and the maximum of iterations of a child run must be at least 1");
    }
  }
}
