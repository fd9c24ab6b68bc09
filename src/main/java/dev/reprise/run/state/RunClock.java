package dev.reprise.run.state;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The times from which a run's deadline counts.
 *
 * @param since when the run was first claimed or was retried, plus the time for which it was paused
 *     since or waited for people or a new day's budget; empty before the first claim
 * @param pausedAt when the run was paused or began such a wait, if it is paused or waits
 */
public record RunClock(Optional<Instant> since, Optional<Instant> pausedAt) {

  static final RunClock NONE = new RunClock(Optional.empty(), Optional.empty());

  /** Returns the deadline of a run with this limit. */
  Instant deadline(Duration limit) {
    return since.map(from -> from.plus(limit)).orElse(Instant.MAX);
  }

  /**
   * Returns when so much time is over; empty before the run begins, while it is paused, and in a
   * wait that stops its deadlines.
   */
  Optional<Instant> end(Duration time) {
    return pausedAt.isPresent() ? Optional.empty() : since.map(from -> from.plus(time));
  }

  /** Returns how long the run has taken, without its pauses. */
  public Duration elapsed(Instant now) {
    return since
        .map(from -> Duration.between(from, pausedAt.orElse(now)))
        .filter(Duration::isPositive)
        .orElse(Duration.ZERO);
  }

  RunClock claimed(Instant at) {
    return since.isPresent() ? this : new RunClock(Optional.of(at), pausedAt);
  }

  /** Begins a pause; one that has begun before goes on. */
  RunClock paused(Instant at) {
    return pausedAt.isPresent() ? this : new RunClock(since, Optional.of(at));
  }

  /** Returns how long the run was paused. */
  Duration pauseUntil(Instant resumed) {
    return pausedAt
        .map(from -> Duration.between(from, resumed))
        .filter(Duration::isPositive)
        .orElse(Duration.ZERO);
  }

  /** Ends a pause; the time in it counts towards no deadline. */
  RunClock resumed(Duration pause) {
    return new RunClock(since.map(start -> start.plus(pause)), Optional.empty());
  }

  RunClock retried(Instant at) {
    return new RunClock(Optional.of(at), pausedAt);
  }

  RunClock forked(Instant at) {
    return new RunClock(Optional.of(at), Optional.empty());
  }
}
