package dev.reprise.client.http;

import java.time.Duration;

/**
 * How often a request is sent, and how long the client waits in between: doubled after each
 * failure.
 *
 * @param attempts at least 1
 */
public record RetryPolicy(int attempts, Duration firstDelay, Duration longestDelay) {

  /** Eight attempts within about 35 seconds: a server may restart meanwhile. */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(8, Duration.ofMillis(500), Duration.ofSeconds(10));

  private static final int MOST_DOUBLINGS = 20;

  public RetryPolicy {
    if (attempts < 1) {
      throw new IllegalArgumentException("a request is sent at least once");
    }
  }

  /** Returns how long to wait after this many failures in a row. */
  public Duration delayAfter(int failures) {
    Duration doubled = firstDelay.multipliedBy(1L << Math.clamp(failures - 1L, 0, MOST_DOUBLINGS));
    return doubled.compareTo(longestDelay) < 0 ? doubled : longestDelay;
  }

  /** Returns this policy with another first delay. */
  public RetryPolicy startingWith(Duration delay) {
    return new RetryPolicy(attempts, delay, longestDelay);
  }
}
