package dev.reprise.platform;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import java.time.Clock;

/** Provides the server's clocks for injection. Leases use the database's clock instead. */
@Dependent
class SystemClock {

  @Produces
  static Clock clock() {
    return Clock.systemUTC();
  }

  @Produces
  static MonotonicClock monotonic() {
    return System::nanoTime;
  }
}
