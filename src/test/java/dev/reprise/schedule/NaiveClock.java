package dev.reprise.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Somebody who watches the clock on a wall, step by step, and remembers the latest time that it
 * ever showed. Due is what it shows, or skips, for the first time.
 */
record NaiveClock(NaiveCron cron, ZoneId zone, Duration step) {

  /** No clock is put back by more, so whatever comes a second time was seen before. */
  private static final Duration WATCHED_BEFORE = Duration.ofHours(4);

  /**
   * Returns what is due behind {@code after}, not behind {@code end}, and {@code count} at most.
   */
  List<Instant> due(Instant after, Instant end, int count) {
    List<Instant> due = new ArrayList<>();
    Instant now = after.truncatedTo(ChronoUnit.MINUTES).minus(WATCHED_BEFORE);
    LocalDateTime latest = LocalDateTime.ofInstant(now, zone);
    while (due.size() < count && !now.plus(step).isAfter(end)) {
      now = now.plus(step);
      LocalDateTime shown = LocalDateTime.ofInstant(now, zone);
      boolean matches = false;
      while (latest.isBefore(shown)) {
        latest = latest.plus(step);
        matches |= cron.matches(latest);
      }
      if (matches && now.isAfter(after)) {
        due.add(now);
      }
    }
    return due;
  }
}
