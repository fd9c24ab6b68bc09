package dev.reprise.execution.tool;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * The deadline of a call: it may wait for its turn as long as its time limit, and then has its time
 * limit again. A call that did not get its turn was not made.
 */
final class CallDeadline {

  private final Clock clock;
  private final Duration limit;
  private volatile Instant end;
  private volatile boolean begun;

  /** Starts the wait for the call's turn. */
  CallDeadline(Clock clock, Duration limit) {
    this.clock = clock;
    this.limit = limit;
    this.end = clock.instant().plus(limit);
  }

  /** Notes that the call is made now. */
  void begin() {
    end = clock.instant().plus(limit);
    begun = true;
  }

  Duration limit() {
    return limit;
  }

  /** Returns when the call is overdue. */
  Instant end() {
    return end;
  }

  /** Returns whether the call was made. */
  boolean hasBegun() {
    return begun;
  }
}
