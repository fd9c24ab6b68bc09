package dev.reprise.execution.tool;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that advances only when a test moves it. */
public final class ManualClock extends Clock {

  private volatile Instant now;

  public ManualClock(Instant now) {
    this.now = now;
  }

  public void moveTo(Instant later) {
    now = later;
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("instants only");
  }
}
