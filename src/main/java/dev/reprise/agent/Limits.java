package dev.reprise.agent;

import java.time.Duration;

/**
 * How far a run or a phase may go.
 *
 * @param maxIterations model calls, at least 1
 * @param deadline time from its start, waiting and interruptions included, pauses not; more than
 *     zero
 */
public record Limits(int maxIterations, Duration deadline) {

  /** What a phase gets that states nothing: 25 model calls, 30 minutes. */
  public static final Limits OF_A_PHASE = new Limits(25, Duration.ofMinutes(30));

  /** What a run gets whose agent states nothing: 200 model calls, 24 hours. */
  public static final Limits OF_A_RUN = new Limits(200, Duration.ofHours(24));

  public Limits {
    if (maxIterations < 1) {
      throw new IllegalArgumentException("a limit allows at least one iteration");
    }
    if (!deadline.isPositive()) {
      throw new IllegalArgumentException("a deadline lies after the start");
    }
  }
}
