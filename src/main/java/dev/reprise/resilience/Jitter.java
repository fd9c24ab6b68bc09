package dev.reprise.resilience;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Spreads delays, so that those who failed together do not come back together.
 *
 * @param least the least share of a delay that is added; below zero to shorten it, at least −1
 * @param most the largest, not below {@code least}
 */
public record Jitter(double least, double most) {

  /** Leaves delays as they are. */
  public static final Jitter NONE = new Jitter(0, 0);

  /**
   * Makes a jitter.
   *
   * @throws IllegalArgumentException if the range is none, or a delay could fall below zero
   */
  public Jitter {
    if (!(least >= -1 && most >= least && most <= 10)) {
      throw new IllegalArgumentException(
          "jitter is a range within -1 and 10, not %s to %s".formatted(least, most));
    }
  }

  /** Lengthens delays by up to a share of them. */
  public static Jitter upTo(double share) {
    return new Jitter(0, share);
  }

  /** Lengthens or shortens delays by up to a share of them. */
  public static Jitter plusMinus(double share) {
    return new Jitter(-share, share);
  }

  /**
   * Returns a delay near to this one.
   *
   * @param random an ordinary generator is good enough
   */
  public Duration spread(Duration delay, RandomGenerator random) {
    double share = least + (most - least) * random.nextDouble(); // no bound, which must not be 0
    return Duration.ofNanos((long) (delay.toNanos() * (1 + share)));
  }
}
