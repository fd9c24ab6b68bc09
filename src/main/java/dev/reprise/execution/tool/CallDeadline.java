package dev.reprise.execution.tool;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * The time of a call: as long as its limit to get its turn, and that long again from then on. A
 * call that has not had its turn was not made, however long it was waited for.
 */
final class CallDeadline {

  private final Clock clock;
  private final Duration limit;
  private volatile Instant end;
  private volatile boolean begun;

  /** Begins to wait for the call's turn. */
  CallDeadline(Clock clock, Duration limit) {
    this.clock = clock;
    this.limit = limit;
    this.end = clock.instant().plus(limit);
  }

  /** Says that the call is made now. */
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
