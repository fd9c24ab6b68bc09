package dev.reprise.platform;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import java.time.Clock;

/** Gives the server's clocks to whoever asks for time; leases ask the database's instead. */
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
