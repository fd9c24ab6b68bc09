package dev.reprise.statistics;

import java.time.Duration;
import java.time.Instant;

/** The time for which sums are kept. */
public enum Span {
  /** Five minutes, kept for three days. */
  MINUTES(Duration.ofMinutes(5)),
  /** An hour, kept for as long as the configuration says. */
  HOUR(Duration.ofHours(1));

  /** How long {@link #MINUTES} are kept. */
  static final Duration MINUTES_KEPT = Duration.ofDays(3);

  private final Duration length;

  Span(Duration length) {
    this.length = length;
  }

  public Duration length() {
    return length;
  }

  /** Returns when the span begins that a moment is in. */
  public Instant start(Instant moment) {
    return start(moment, length);
  }

  /** Returns when the span of this length begins that a moment is in; days are of UTC. */
  static Instant start(Instant moment, Duration length) {
    long seconds = length.toSeconds();
    return Instant.ofEpochSecond(Math.floorDiv(moment.getEpochSecond(), seconds) * seconds);
  }
}
