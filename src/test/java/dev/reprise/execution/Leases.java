package dev.reprise.execution;

import dev.reprise.queue.row.Claim;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

/** Leases of runs that no other server sees. */
public final class Leases {

  private Leases() {}

  /** Returns a lease that never expires, because its clocks do not advance. */
  public static Lease endless(Claim claim) {
    var standing =
        new LeaseClock(() -> 0, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), Duration.ofDays(1));
    return new Lease(claim, standing, unused -> true, standing.now());
  }
}
