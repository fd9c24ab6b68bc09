package dev.reprise.resilience;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Spreads delays, so that callers that failed together do not retry together.
 *
 * @param least the smallest share of a delay that is added; negative to shorten it, at least −1
 * @param most the largest share that is added, not below {@code least}
 */
public record Jitter(double least, double most) {

  /** Leaves delays as they are. */
  public static final Jitter NONE = new Jitter(0, 0);

  /**
   * Creates a jitter.
   *
   * @throws IllegalArgumentException if {@code most} is below {@code least}, or a delay could
   *     become negative
   */
  public Jitter {
    if (!(least >= -1 && most >= least && most <= 10)) {
      throw new IllegalArgumentException(
          "jitter must be a range within -1 and 10, not %s to %s".formatted(least, most));
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
   * Returns a delay near this one.
   *
   * @param random need not be secure
   */
  public Duration spread(Duration delay, RandomGenerator random) {
    double share =
        least + (most - least) * random.nextDouble(); // nextDouble(bound) refuses a bound of 0
    return Duration.ofNanos((long) (delay.toNanos() * (1 + share)));
  }
}
