package dev.reprise.platform;

/**
 * A clock that nobody can set: only differences between its readings mean anything.
 *
 * <p>On Linux it goes on while the process is stopped ({@code SIGSTOP}, a long collection), and
 * stands still while the system sleeps. Whoever must notice that looks at the wall clock as well.
 */
@FunctionalInterface
public interface MonotonicClock {

  /** Returns the present reading, in nanoseconds. */
  long nanos();
}
