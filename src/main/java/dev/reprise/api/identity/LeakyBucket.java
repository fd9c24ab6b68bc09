package dev.reprise.api.identity;

import java.time.Duration;
import java.time.Instant;

/**
 * How many failures there were lately: a bucket that takes so many at once and loses one each
 * interval. What comes above its brim, because it was under way at the same time, is waited for as
 * well.
 *
 * @param empty when it has lost all of them
 * @param count of failures since it was empty last
 */
record LeakyBucket(Instant empty, long count) {

  static final LeakyBucket NEW = new LeakyBucket(Instant.EPOCH, 0);

  /** How many times its content may stand above the brim, so that no wait is endless. */
  private static final int MOST = 10;

  /** Returns the bucket with one failure more. */
  LeakyBucket failed(Instant now, LoginSettings settings) {
    boolean isEmpty = !empty.isAfter(now);
    Instant later = (isEmpty ? now : empty).plus(settings.interval());
    Instant latest = now.plus(settings.interval().multipliedBy((long) settings.failures() * MOST));
    return new LeakyBucket(later.isBefore(latest) ? later : latest, isEmpty ? 1 : count + 1);
  }

  /** Returns how long it is until there is room for one more; zero if there is. */
  Duration wait(Instant now, LoginSettings settings) {
    Instant room = empty.minus(settings.interval().multipliedBy(settings.failures() - 1L));
    return room.isAfter(now) ? Duration.between(now, room) : Duration.ZERO;
  }
}
