package dev.reprise.agent;

import java.time.Instant;
import java.util.UUID;

/**
 * For which call of another run a run works, and what that one leaves it.
 *
 * @param parent the other run
 * @param callId of the call there whose result is this run's answer
 * @param depth how many runs stand above it, at least 1
 * @param maxIterations how many model calls it and those it delegates to may make together
 * @param deadline when its answer is of no use any more
 */
public record Delegation(
    UUID parent, String callId, int depth, int maxIterations, Instant deadline) {

  public Delegation {
    if (depth < 1 || maxIterations < 1) {
      throw new IllegalArgumentException(
          "a run that works for another stands below it and may ask its model at least once");
    }
  }
}
