package dev.reprise.resilience;

import java.time.Duration;

/**
 * How long to wait after an attempt that failed, before jitter and cap: any function of the
 * attempt's number, of which three are named.
 *
 * <p>Delays that a {@link Duration} of nanoseconds cannot hold stay at the longest that it can.
 */
@FunctionalInterface
public interface BackOff {

  /**
   * Returns the delay.
   *
   * @param attempt that failed, counted from 1
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

    private static final double MOST = 10;

    /**
     * Makes one.
     *
     * @throws IllegalArgumentException if waits would become shorter, or all too soon the longest
     */
    public Exponential {
      if (!(factor >= 1 && factor <= MOST)) {
        throw new IllegalArgumentException("factor is 1 to 10, not " + factor);
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
    return Duration.ofNanos((long) (base.toNanos() * factor)); // a double too large becomes the MAX
  }
}
