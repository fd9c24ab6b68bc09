package dev.reprise.platform;

/**
 * A clock that cannot be set: only differences between its readings have a meaning.
 *
 * <p>On Linux it continues while the process is stopped ({@code SIGSTOP}, a long collection), and
 * stops while the system sleeps. Code that must notice a sleep also reads the wall clock.
 */
@FunctionalInterface
public interface MonotonicClock {

  /** Returns the current reading, in nanoseconds. */
  long nanos();
}
