package dev.reprise.resilience;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Time that passes when code under test waits, or a test advances it. */
final class ManualTime extends Clock implements Sleeper {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final List<Duration> waits = new ArrayList<>();
  private Instant now = START;

  /** Returns the length of each wait. */
  List<Duration> waits() {
    return waits;
  }

  void pass(Duration time) {
    now = now.plus(time);
  }

  @Override
  public void await(Duration wait) {
    waits.add(wait);
    pass(wait);
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
