package dev.reprise.client.http;

import java.time.Duration;

/**
 * How often a request is sent, and how long the client waits in between: doubled after each
 * failure.
 *
 * @param attempts at least 1
 * @param attemptsToReach how often a server is tried that was not reached before; 1 by default,
 *     because its address may be wrong
 */
public record RetryPolicy(
    int attempts, Duration firstDelay, Duration longestDelay, int attemptsToReach) {

  /** Eight attempts within about 35 seconds: a server may restart meanwhile. */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(8, Duration.ofMillis(500), Duration.ofSeconds(10));

  private static final int MOST_DOUBLINGS = 20;

  public RetryPolicy {
    if (attempts < 1 || attemptsToReach < 1) {
      throw new IllegalArgumentException("a request is sent at least once");
    }
  }

  public RetryPolicy(int attempts, Duration firstDelay, Duration longestDelay) {
    this(attempts, firstDelay, longestDelay, 1);
  }

  /** Returns this policy for a server that may be starting: it is tried as often as one is lost. */
  public RetryPolicy alsoWhileItStarts() {
    return new RetryPolicy(attempts, firstDelay, longestDelay, attempts);
  }

  /** Returns how long to wait after this many failures in a row. */
  public Duration delayAfter(int failures) {
    Duration doubled = firstDelay.multipliedBy(1L << Math.clamp(failures - 1L, 0, MOST_DOUBLINGS));
    return doubled.compareTo(longestDelay) < 0 ? doubled : longestDelay;
  }

  /** Returns this policy with another first delay. */
  public RetryPolicy startingWith(Duration delay) {
    return new RetryPolicy(attempts, delay, longestDelay, attemptsToReach);
  }
}
