package dev.reprise.statistics;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A class of durations, each a quarter of a doubling wide, so a value that is read from it is off
 * by less than 10 %.
 *
 * @param number the class that begins at 2<sup>number/4</sup> ms; 0 also has what is shorter
 */
record DurationClass(int number) {

  private static final double OF_A_DOUBLING = 4;

  static DurationClass of(Duration duration) {
    double millis = Math.max(1, duration.toMillis());
    return new DurationClass((int) Math.floor(Math.log(millis) / Math.log(2) * OF_A_DOUBLING));
  }

  /** Returns the middle of the class. */
  Duration middle() {
    return Duration.ofMillis(Math.round(Math.pow(2, (number + 0.5) / OF_A_DOUBLING)));
  }

  /**
   * Returns the duration that this share of runs did not exceed.
   *
   * @param runs their number by the class of their duration
   * @param share more than 0, at most 1
   * @return empty without runs
   */
  static Optional<Duration> quantile(Map<Integer, Long> runs, double share) {
    SortedMap<Integer, Long> sorted = new TreeMap<>(runs);
    long all = sorted.values().stream().mapToLong(Long::longValue).sum();
    long left = (long) Math.ceil(all * share);
    for (Map.Entry<Integer, Long> each : sorted.entrySet()) {
      left -= each.getValue();
      if (left <= 0 && all > 0) {
        return Optional.of(new DurationClass(each.getKey()).middle());
      }
    }
    return Optional.empty();
  }
}
