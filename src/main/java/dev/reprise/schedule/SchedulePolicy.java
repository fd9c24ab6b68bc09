package dev.reprise.schedule;

import java.time.Duration;

/**
 * How a schedule fires.
 *
 * @param cooldown how long it rests behind the end of a firing; none if zero
 * @param grace how old a missed due time may be to be caught up, where all of them are
 * @param spread over how long firings that catch up are spread, so that an outage is followed by no
 *     burst
 * @param maxActive how many of its firings are on their way at once, where they may overlap
 * @param maxAttempts how often a firing is tried before it is given up
 * @param retryDelay before the second attempt; doubled before each further one, up to an hour
 * @param priority of its runs, in their tenant's queue
 */
public record SchedulePolicy(
    Duration cooldown,
    OverlapPolicy overlap,
    MisfirePolicy missed,
    Duration grace,
    Duration spread,
    int maxActive,
    int maxAttempts,
    Duration retryDelay,
    int priority) {

  /** What holds for a schedule that says nothing else. */
  public static final SchedulePolicy DEFAULT =
      new SchedulePolicy(
          Duration.ofMinutes(5),
          OverlapPolicy.SKIP,
          MisfirePolicy.ONCE,
          Duration.ofHours(1),
          Duration.ofMinutes(5),
          5,
          3,
          Duration.ofMinutes(1),
          0);

  private static final Duration LONGEST_DELAY = Duration.ofHours(1);
  private static final int MOST_DOUBLINGS = 12;

  /** Returns how long a firing rests behind so many attempts that failed, at least one. */
  Duration delayAfter(int attempts) {
    Duration delay = retryDelay.multipliedBy(1L << Math.min(attempts - 1, MOST_DOUBLINGS));
    return delay.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : delay;
  }
}
