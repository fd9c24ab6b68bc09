package dev.reprise.api.identity;

import java.time.Duration;
import java.time.Instant;

/**
 * The recent failures, as a leaky bucket: it holds so many at once and loses one each interval.
 * Failures above its capacity, which were under way at the same time, also extend the wait.
 *
 * @param empty when the bucket will be empty
 * @param count of failures since the bucket was last empty
 */
record LeakyBucket(Instant empty, long count) {

  static final LeakyBucket NEW = new LeakyBucket(Instant.EPOCH, 0);

  /** The bucket holds at most this many times its capacity, so that no wait is endless. */
  private static final int MAX_INTERVALS = 10;

  /** Returns the bucket with one more failure. */
  LeakyBucket failed(Instant now, LoginSettings settings) {
    boolean isEmpty = !empty.isAfter(now);
    Instant later = (isEmpty ? now : empty).plus(settings.interval);
    Instant latest =
        now.plus(settings.interval.multipliedBy((long) settings.failures * MAX_INTERVALS));
    return new LeakyBucket(later.isBefore(latest) ? later : latest, isEmpty ? 1 : count + 1);
  }

  /** Returns the time until there is room for one more; zero if there is. */
  Duration wait(Instant now, LoginSettings settings) {
    Instant room = empty.minus(settings.interval.multipliedBy(settings.failures - 1L));
    return room.isAfter(now) ? Duration.between(now, room) : Duration.ZERO;
  }
}
