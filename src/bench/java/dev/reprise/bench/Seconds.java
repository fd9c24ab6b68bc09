package dev.reprise.bench;

import java.time.Duration;
import java.time.Instant;

/** Durations as numbers, for figures. */
final class Seconds {

  private Seconds() {}

  static double of(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  static double between(Instant from, Instant to) {
    return of(Duration.between(from, to));
  }

  /**
   * Returns the seconds since then.
   *
   * @param nanos the value of {@link System#nanoTime} then
   */
  static double since(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }
}
