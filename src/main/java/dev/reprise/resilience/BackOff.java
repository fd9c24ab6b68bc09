package dev.reprise.resilience;

import java.time.Duration;

/**
 * How long to wait behind an attempt that failed, before jitter and cap.
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
  Duration behind(int attempt);

  /** Doubles: {@code base × 2^(attempt − 1)}. */
  static BackOff exponential(Duration base) {
    return exponential(base, 2);
  }

  /** Grows by a factor: {@code base × factor^(attempt − 1)}. */
  static BackOff exponential(Duration base, double factor) {
    return attempt -> times(base, Math.pow(factor, attempt - 1.0));
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
