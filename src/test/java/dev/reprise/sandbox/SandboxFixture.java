package dev.reprise.sandbox;

import java.time.Clock;
import java.time.Duration;

/** Sandboxes for tests of other rooms. */
public final class SandboxFixture {

  private SandboxFixture() {}

  public static Sandbox sandbox(Duration time) {
    return new Sandbox(Clock.systemUTC(), new SandboxLimits(32L << 20, time, 2_000, 1 << 20, 2, 2));
  }
}
