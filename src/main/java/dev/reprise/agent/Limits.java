package dev.reprise.agent;

import java.time.Duration;

/**
 * The limits of a run or a phase.
 *
 * @param maxIterations model calls, at least 1
 * @param deadline time from the start, including waits and interruptions but not pauses; more than
 *     zero
 */
public record Limits(int maxIterations, Duration deadline) {

  /** The default of a phase: 25 model calls, 30 minutes. */
  public static final Limits OF_A_PHASE = new Limits(25, Duration.ofMinutes(30));

  /** The default of a run: 200 model calls, 24 hours. */
  public static final Limits OF_A_RUN = new Limits(200, Duration.ofHours(24));

  public Limits {
    if (maxIterations < 1) {
      throw new IllegalArgumentException("the maximum of iterations must be at least 1");
    }
    if (!deadline.isPositive()) {
      throw new IllegalArgumentException("the deadline must be after the start");
    }
  }
}
