package dev.reprise.execution;

import dev.reprise.platform.MonotonicClock;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Measures how old the confirmation of a lease is. The database counts a lease from the statement's
 * execution. This clock counts it from before the statement was sent, so the lease ends earlier
 * here.
 *
 * <p>The clock that shows more elapsed time counts: the monotonic clock cannot be set back, and the
 * wall clock continues while the system sleeps. A virtual machine that is frozen with both clocks
 * notices it only after its wall clock is set.
 */
@ApplicationScoped
public class LeaseClock {

  /**
   * A sixth of a lease is reserved for the work after a check, and for clocks of different speed.
   */
  private static final int MARGIN = 6;

  private final MonotonicClock monotonic;
  private final Clock wall;
  private final Duration certain;
  private final Duration renewal;

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

  /** The readings of both clocks at one moment. */
  public record Moment(long nanos, Instant at) {}

  public Moment now() {
    return new Moment(monotonic.nanos(), wall.instant());
  }

  /** Returns whether a lease that was requested then is certainly still held. */
  boolean isCertain(Moment asked) {
    return age(asked).compareTo(certain) < 0;
  }

  /** Returns whether it is time to renew a lease that was requested then. */
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
