package dev.reprise.execution;

import dev.reprise.platform.MonotonicClock;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Tells how old a confirmation of a lease is. The database counts a lease from when it takes the
 * statement; here it is counted from before the statement was sent, so it ends earlier here.
 *
 * <p>Of the monotonic clock and the wall clock the one counts that shows more time: the first
 * cannot be set back, the second goes on while the system sleeps. A virtual machine that is frozen
 * with both its clocks cannot notice it before its wall clock is set.
 */
@ApplicationScoped
public class LeaseClock {

  /** A sixth of a lease is left for what follows a check, and for clocks that differ in speed. */
  private static final int MARGIN = 6;

  private MonotonicClock monotonic;
  private Clock wall;
  private Duration certain;
  private Duration renewal;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  LeaseClock() {}

  @Inject
  LeaseClock(MonotonicClock monotonic, Clock wall, EngineSettings settings) {
    this(monotonic, wall, settings.lease);
  }

  public LeaseClock(MonotonicClock monotonic, Clock wall, Duration lease) {
    this.monotonic = monotonic;
    this.wall = wall;
    var whole = Duration.ofSeconds(lease.toSeconds()); // as the database is told
    this.certain = whole.minus(whole.dividedBy(MARGIN));
    this.renewal = whole.dividedBy(3);
  }

  /** What both clocks show at one moment. */
  public record Moment(long nanos, Instant at) {}

  public Moment now() {
    return new Moment(monotonic.nanos(), wall.instant());
  }

  /** Returns whether a lease that was asked for then is still held for certain. */
  boolean isCertain(Moment asked) {
    return age(asked).compareTo(certain) < 0;
  }

  /** Returns whether a lease that was asked for then is to be renewed. */
  boolean isDue(Moment asked) {
    return age(asked).compareTo(renewal) >= 0;
  }

  private Duration age(Moment then) {
    Moment now = now();
    var passed = Duration.ofNanos(now.nanos() - then.nanos());
    var shown = Duration.between(then.at(), now.at());
    return passed.compareTo(shown) < 0 ? shown : passed;
  }
}
