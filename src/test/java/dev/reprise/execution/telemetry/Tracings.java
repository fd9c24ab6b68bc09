package dev.reprise.execution.telemetry;

import dev.reprise.platform.server.NamedServers;
import dev.reprise.telemetry.ClaimSpans;
import dev.reprise.telemetry.Telemetry;
import java.time.Clock;
import java.util.Optional;

/** Traces of runs that were never claimed before. */
public final class Tracings {

  private Tracings() {}

  /** Returns one that does nothing. */
  public static RunTracing off() {
    return with(new ClaimSpans(new Telemetry()));
  }

  @SuppressWarnings("NullAway") // it reads no record
  static RunTracing with(ClaimSpans spans) {
    return new RunTracing(
        null, NamedServers.on("here", Optional.empty()), Clock.systemUTC(), spans);
  }
}
