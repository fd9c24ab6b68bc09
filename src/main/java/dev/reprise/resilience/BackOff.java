package dev.reprise.resilience;

import java.time.Duration;

/**
 * How long to wait after a failed attempt, before jitter and cap: a function of the attempt's
 * number. Three are predefined.
 *
 * <p>Delays are limited to what a {@code long} of nanoseconds can hold.
 */
@FunctionalInterface
public interface BackOff {

  /**
   * Returns the delay.
   *
   * @param attempt the failed attempt, counted from 1
   */
  Duration after(int attempt);

  /** Doubles: {@code base × 2^(attempt − 1)}. */
  static BackOff exponential(Duration base) {
    return new Exponential(base, Exponential.DOUBLING);
  }

  /**
   * Grows by a factor: {@code base × factor^(attempt − 1)}.
   *
   * @param factor 1 to 10, by default 2
   */
  record Exponential(Duration base, double factor) implements BackOff {

    static final double DOUBLING = 2;

    private static final double MAX_FACTOR = 10;

    /**
     * Creates a back-off.
     *
     * @throws IllegalArgumentException if the factor is not within 1 and 10
     */
    public Exponential {
      if (!(factor >= 1 && factor <= MAX_FACTOR)) {
        throw new IllegalArgumentException("factor must be 1 to 10, not " + factor);
      }
    }

    @Override
    public Duration after(int attempt) {
      return times(base, Math.pow(factor, attempt - 1.0));
    }
  }

  /** Grows by the base: {@code base × attempt}. */
  static BackOff linear(Duration base) {
    return attempt -> times(base, attempt);
  }

  /** Stays the same. */
  static BackOff constant(Duration base) {
    return attempt -> base;
  }

  private static Duration times(Duration base, double factor) {
    return Duration.ofNanos(
        (long) (base.toNanos() * factor)); // the cast limits a larger double to Long.MAX_VALUE
  }
}
