package dev.reprise.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Watches a clock on a wall, step by step, and remembers the latest time that the clock ever
 * showed. A time is due when the clock shows or skips it for the first time; of an expression that
 * names every hour also when the clock shows it again.
 */
record NaiveClock(NaiveCron cron, ZoneId zone, Duration step) {

  /** No clock is put back by more, so whatever comes a second time was seen before. */
  private static final Duration WATCHED_BEFORE = Duration.ofHours(4);

  /** Returns at most {@code count} due times after {@code after} and not after {@code end}. */
  List<Instant> due(Instant after, Instant end, int count) {
    List<Instant> due = new ArrayList<>();
    Instant now = after.truncatedTo(ChronoUnit.MINUTES).minus(WATCHED_BEFORE);
    LocalDateTime latest = LocalDateTime.ofInstant(now, zone);
    while (due.size() < count && !now.plus(step).isAfter(end)) {
      now = now.plus(step);
      LocalDateTime shown = LocalDateTime.ofInstant(now, zone);
      boolean matches = cron.isEveryHour() && cron.matches(shown);
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
